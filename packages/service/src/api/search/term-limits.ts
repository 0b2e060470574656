import { ApiError } from '../../domain/errors.ts';
import type { Criterion, TextTerm } from '../../search/search-index.ts';

/** Terms of all texts of a request at most. */
const MAX_TERMS = 1000;
/** Those of them that are prefixes: each of these may be thousands of words. */
export const MAX_PREFIXES = 100;

/** Refuses what is no question but a load. */
export function refuseTooManyTerms(criteria: readonly Criterion[]): void {
  const excess = excessOf(criteria);
  if (excess !== undefined) throw new ApiError('parameter_invalid', `search, search_infofield: ${excess}`);
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
