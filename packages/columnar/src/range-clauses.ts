import { firstIndex } from '../../core/src/domain/binary-search.ts';
import { anyOfLists, type Clause, tested } from './clauses.ts';
import type { Codes } from './columns.ts';
import type { OpenSegment } from './open-segment.ts';
import type { DateBound } from './search-index.ts';
import type { DateColumn, NumberColumn } from './segment.ts';

/** Matches docs whose number lies in an inclusive range. */
export function numberBetween(segment: OpenSegment, column: NumberColumn, from: number, to: number): Clause {
  const { values } = column;
  return anyOfLists(segment, [slice(column, from, to)], (doc) => {
    const value = values[doc] as number;
    return value >= from && value <= to;
  });
}

/** Matches docs whose number of something lies in an inclusive range; 0 means none and never matches. */
export function countBetween(segment: OpenSegment, counts: Codes, from: number, to: number): Clause {
  const fits = (value: number) => value !== 0 && value >= from && value <= to;
  const filter = (docs: Uint32Array) => tested(docs, (doc) => fits(counts[doc] as number));
  return { estimate: segment.size, collect: () => filter(segment.allDocs()), filter };
}

/**
 * Matches docs whose date lies in an inclusive range. Dates without a time are compared with days (interface decisions
 * 5).
 */
export function dateBetween(
  segment: OpenSegment,
  column: DateColumn,
  from: DateBound | undefined,
  to: DateBound | undefined,
): Clause {
  const { values, isDay } = column;
  const first = from ?? { instant: Number.NEGATIVE_INFINITY, day: Number.NEGATIVE_INFINITY };
  const last = to ?? { instant: Number.POSITIVE_INFINITY, day: Number.POSITIVE_INFINITY };
  const widest = slice(column, Math.min(first.instant, first.day), Math.max(last.instant, last.day));
  const fits = (doc: number) => {
    const value = values[doc] as number;
    return isDay[doc] === 1 ? value >= first.day && value <= last.day : value >= first.instant && value <= last.instant;
  };
  const near = anyOfLists(segment, [widest], fits);
  const exact = (docs: Uint32Array) => tested(docs, fits);
  return { estimate: near.estimate, collect: () => exact(near.collect()), filter: (docs) => exact(near.filter(docs)) };
}

/** Returns the part of the order whose numbers lie in an inclusive range. */
function slice({ values, order }: NumberColumn, from: number, to: number): Uint32Array {
  const valueAt = (place: number) => values[order[place] as number] as number;
  const first = firstIndex(0, order.length, (place) => valueAt(place) >= from);
  return order.subarray(
    first,
    firstIndex(first, order.length, (place) => valueAt(place) > to),
  );
}
