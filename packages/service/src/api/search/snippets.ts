/** The places in documents where a search was found, for its entries. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Criterion } from '../../../../columnar/src/search-index.ts';
import type { TextTerm } from '../../../../core/src/domain/full-text.ts';
import { type Snippet, snippetsOf } from '../../../../core/src/domain/snippets.ts';
import type { AssetEntry } from '../entries.ts';
import type { Context } from '../operation.ts';

/** Adds `snippets` to entries, all of which the viewer may view. */
export async function withSnippets(
  entries: readonly AssetEntry[],
  criteria: readonly Criterion[],
  { catalogue, signal }: Context,
): Promise<AssetEntry[]> {
  const terms = termsIn(criteria);
  const found: AssetEntry[] = [];
  for (const entry of entries) {
    signal.throwIfAborted();
    const text = terms.length === 0 ? undefined : await catalogue.document(entry.id);
    const snippets: readonly Snippet[] = text ? snippetsOf(text, terms) : [];
    found.push({
      ...entry,
      snippets: snippets.map(({ text, marks, page }) => ({ text, marks: marks.map(([from, to]) => [from, to]), page })),
    });
    // A long text takes milliseconds, which other requests need not wait for together.
    if (text) await nextTurn();
  }
  return found;
}

/** Returns the terms of full texts that cover more than one field. */
function termsIn(criteria: readonly Criterion[]): readonly TextTerm[] {
  return criteria.flatMap((criterion) => {
    if (criterion.kind === 'every' || criterion.kind === 'some') return termsIn(criterion.of);
    return criterion.kind === 'text' && criterion.field === undefined ? criterion.terms : [];
  });
}
