import type { TextTerm } from '../../core/src/domain/full-text.ts';
import { type Clause, every, everything, listed, marked, not, some } from './clauses.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Scope } from './scope.ts';
import type { Criterion } from './search-index.ts';
import { FIRST_FIELD_SLOT } from './segment.ts';
import { withTerm } from './terms.ts';
import { ownDocs } from './text-hits.ts';

export type FullText = Extract<Criterion, { kind: 'text' }>;

export function fullText(segment: OpenSegment, { terms, join, field }: FullText, scope: Scope): Clause {
  const slot = slotOf(field, scope);
  const has = (term: TextTerm): Clause => {
    if (slot !== undefined) return listed(ownDocs(segment, term, slot));
    const cached = scope.cachedTerm(segment, term);
    return cached ? marked(cached.bits, cached.count) : withTerm(segment, term, scope);
  };
  const wanted = terms.filter(({ isExcluded }) => !isExcluded).map(has);
  const excluded = terms.filter(({ isExcluded }) => isExcluded).map(has);
  const found =
    wanted.length === 0 ? everything(segment) : join === 'all' ? every(segment, wanted) : some(segment, wanted);
  return excluded.length === 0 ? found : every(segment, [found, not(segment, some(segment, excluded))]);
}

/** Returns the slot of a text field, or undefined for all texts. An unknown field gives NaN, which matches no slot. */
export function slotOf(field: number | undefined, { dictionaries }: Scope): number | undefined {
  return field === undefined ? undefined : FIRST_FIELD_SLOT - 1 + (dictionaries.textFields.code(field) ?? Number.NaN);
}

/** Returns the full texts among the criteria that determine scores, at any depth. */
export function scoredTexts(criteria: readonly Criterion[]): readonly FullText[] {
  return criteria.flatMap((criterion) => {
    if (criterion.kind === 'every' || criterion.kind === 'some') return scoredTexts(criterion.of);
    return criterion.kind === 'text' && criterion.field === undefined ? [criterion] : [];
  });
}
