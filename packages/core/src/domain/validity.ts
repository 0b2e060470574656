/** When an asset may be used: the period that it states, and its state at an instant (extensions E4). */
import { epochOf, isDay } from './dates.ts';
import type { Asset, EpochMs, StatedTime } from './model.ts';

/** States of an asset by the clock. */
export const VALIDITIES = ['valid', 'expired', 'upcoming'] as const;
export type Validity = (typeof VALIDITIES)[number];

type Stated = Pick<Asset, 'validFrom' | 'validUntil'>;

/** The first instant inside and the first outside; infinite where there is none. */
export interface Period {
  readonly from: EpochMs;
  readonly until: EpochMs;
}

const ALWAYS: Period = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** Returns the period of an asset. Days begin and end in the time zone. */
export function periodOf({ validFrom, validUntil }: Stated, timeZone: string): Period {
  if (validFrom === undefined && validUntil === undefined) return ALWAYS;
  return {
    from: validFrom === undefined ? ALWAYS.from : beginOf(validFrom, timeZone),
    until: validUntil === undefined ? ALWAYS.until : endOf(validUntil, timeZone),
  };
}

/** Instants by stated time and zone: finding that of a day takes microseconds, which long lists of assets would add up. */
const begins = new Map<string, EpochMs>();
const ends = new Map<string, EpochMs>();
/** Most instants that are kept of each kind: those of all days of 27 years. */
const MAX_KEPT = 10_000;

function kept(instants: Map<string, EpochMs>, key: string, find: () => EpochMs): EpochMs {
  if (instants.size >= MAX_KEPT) instants.clear();
  return instants.getOrInsertComputed(key, find);
}

function beginOf(time: StatedTime, timeZone: string): EpochMs {
  if (typeof time === 'number') return time;
  return kept(begins, `${time} ${timeZone}`, () => epochOf(time, timeZone));
}

/** Returns the first instant after a stated time: of a day the start of the next one, of a moment itself. */
function endOf(time: StatedTime, timeZone: string): EpochMs {
  if (typeof time === 'number' || !isDay(time)) return beginOf(time, timeZone);
  return kept(ends, `${time} ${timeZone}`, () => dayAfter(time, timeZone));
}

function dayAfter(time: string, timeZone: string): EpochMs {
  return Temporal.PlainDate.from(time).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
}

function stateIn({ from, until }: Period, at: EpochMs): Validity {
  if (at >= until) return 'expired';
  return at < from ? 'upcoming' : 'valid';
}

/** Returns the state of an asset at an instant. */
export function validityOf(asset: Stated, at: EpochMs, timeZone: string): Validity {
  return stateIn(periodOf(asset, timeZone), at);
}

/** Returns the next instant after `at` at which the state of an asset changes; undefined if it never does. */
export function nextBoundaryOf(asset: Stated, at: EpochMs, timeZone: string): EpochMs | undefined {
  const { from, until } = periodOf(asset, timeZone);
  if (at < from && from < until) return from;
  return at < until && until !== ALWAYS.until ? until : undefined;
}

/** Returns true if an asset's validity would begin after it has ended, so that it was never valid. */
export function isReversed({ validFrom, validUntil }: Stated, timeZone: string): boolean {
  if (validFrom === undefined || validUntil === undefined) return false;
  const { from, until } = periodOf({ validFrom, validUntil }, timeZone);
  const last = typeof validUntil === 'string' && isDay(validUntil) ? until - 1 : until;
  return from > last;
}
