/** Estimates how much of the index a search reads, before it is answered. */
import type { Criterion } from '../ports/search-index.ts';
import { slotOf } from './full-text.ts';
import { clauseOf } from './match.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Scope } from './scope.ts';
import { entriesOf } from './terms.ts';

/**
 * Entries that the criteria read in a segment, not counting the costliest word or condition, so that a single criterion works in a
 * catalogue of any size.
 */
export function workOf(criteria: readonly Criterion[], segment: OpenSegment, scope: Scope): number {
  const parts = partsOf(criteria);
  if (parts.length < 2) return 0;
  let sum = 0;
  let most = 0;
  for (const part of parts) {
    const cost = part(segment, scope);
    sum += cost;
    most = Math.max(most, cost);
  }
  return sum - most;
}

/** A doc of a condition is marked once and read once. */
const PER_DOC = 2;

type Part = (segment: OpenSegment, scope: Scope) => number;

/** The costs of all words and conditions. */
function partsOf(criteria: readonly Criterion[]): readonly Part[] {
  return criteria.flatMap((criterion): readonly Part[] => {
    if (criterion.kind === 'every' || criterion.kind === 'some') return partsOf(criterion.of);
    if (criterion.kind !== 'text') return [(segment, scope) => PER_DOC * clauseOf(criterion, segment, scope).estimate];
    const { terms, field } = criterion;
    return terms.map((term) => (segment, scope) => entriesOf(segment, term, slotOf(field, scope)));
  });
}
