import { invalidParameter } from '../../domain/errors.ts';
import type { Criterion, TextTerm } from '../../search/search-index.ts';

/** Maximum number of terms in all texts of a request. */
const MAX_TERMS = 1000;
/** Maximum number of terms that are prefixes; each of them may match thousands of words. */
export const MAX_PREFIXES = 100;

/** Throws if a request has so many terms that it would only cause load. */
export function refuseTooManyTerms(criteria: readonly Criterion[]): void {
  const excess = excessOf(criteria);
  if (excess !== undefined) throw invalidParameter(`search, search_infofield: ${excess}`);
}

function excessOf(criteria: readonly Criterion[]): string | undefined {
  const terms = criteria.flatMap(termsIn);
  if (terms.length > MAX_TERMS) return `more than ${MAX_TERMS} terms`;
  if (terms.filter(({ isPrefix }) => isPrefix).length > MAX_PREFIXES) return `more than ${MAX_PREFIXES} terms with *`;
  return undefined;
}

function termsIn(criterion: Criterion): readonly TextTerm[] {
  if (criterion.kind === 'text') return criterion.terms;
  return criterion.kind === 'every' || criterion.kind === 'some' ? criterion.of.flatMap(termsIn) : [];
}
