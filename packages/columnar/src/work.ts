/** Estimates what a search reads, which may not occupy a thread for long (`maxEntries`). */

import { slotOf } from './full-text.ts';
import { clauseOf } from './match.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Scope } from './scope.ts';
import type { Criterion } from './search-index.ts';
import { entriesOf } from './terms.ts';

/** Estimates the entries read, less the costliest word or condition: a search with only one is never refused. */
export function extraWorkOf(criteria: readonly Criterion[], segment: OpenSegment, scope: Scope): number {
  const costs = costsOf(criteria);
  if (costs.length < 2) return 0;
  let sum = 0;
  let most = 0;
  for (const costOf of costs) {
    const cost = costOf(segment, scope);
    sum += cost;
    most = Math.max(most, cost);
  }
  return sum - most;
}

/** A doc that matches a condition is marked once and read once. */
const PER_DOC = 2;

type Cost = (segment: OpenSegment, scope: Scope) => number;

/** One cost function for each word and condition. */
function costsOf(criteria: readonly Criterion[]): readonly Cost[] {
  return criteria.flatMap((criterion): readonly Cost[] => {
    if (criterion.kind === 'every' || criterion.kind === 'some') return costsOf(criterion.of);
    if (criterion.kind !== 'text') return [(segment, scope) => PER_DOC * clauseOf(criterion, segment, scope).estimate];
    const { terms, field } = criterion;
    return terms.map((term) => (segment, scope) => entriesOf(segment, term, slotOf(field, scope)));
  });
}
