/** Answers `SearchIndex.near`: looks for near words in the texts of each segment, in labels and in names of nodes. */
import { nearWords } from './near-words.ts';
import type { Perspective } from './perspective.ts';
import { NEAR_WORDS, type NearOptions, type NearWord } from './search-index.ts';
import { withTerm } from './terms.ts';

/** Fewest letters of a word, and how many edits of words with so many are corrected; the longest first. */
export const MIN_LETTERS = [
  [8, 2],
  [4, 1],
] as const;

/** Words with more letters are not corrected: nobody types them, and each letter costs time. */
export const MAX_LETTERS = 64;

/** Maximum number of words whose assets are counted: a number of eight digits may have thousands near it. */
const MAX_COUNTED = 1000;

export function near(
  words: readonly string[],
  options: Pick<NearOptions, 'asPrefixes' | 'within'> & { readonly perspective: Perspective },
): readonly (readonly NearWord[] | undefined)[] {
  const { perspective, asPrefixes, within } = options;
  const scope = perspective.newScope();
  const count = (word: string, isPrefix: boolean, where = within) => {
    const term = { words: [word], isPrefix, isExcluded: false, ...(where && { within: where }) };
    return perspective.segments.reduce(
      (sum, segment) => sum + segment.visible(withTerm(segment.open, term, scope).collect()).length,
      0,
    );
  };

  /** Yields words with their edits. Those that only hidden assets have are skipped before their letters are read. */
  function* candidates(word: string): Iterable<readonly [word: string, edits: number]> {
    const letters = [...word].length;
    const most = MIN_LETTERS.find(([least]) => letters >= least)?.[1];
    if (most === undefined || letters > MAX_LETTERS) return;
    for (const segment of perspective.segments) {
      const { columns, vocabulary } = segment.open;
      for (const { number, edits } of nearWords(columns.words.vocabulary, word, most, segment.words()))
        yield [vocabulary.word(number), edits];
    }
    yield* scope.labels.near(word, most, scope);
  }

  /** Returns true if a label of an item has the word, or the name of a node that the viewer may view. */
  function isShown(word: string): boolean {
    const term = { words: [word], isPrefix: false, isExcluded: false };
    if (scope.labels.items(term).size > 0) return true;
    return scope.labels.nodes(term, scope).some((id) => scope.skipped[scope.tree.numberOf(id) ?? Number.NaN] === 0);
  }

  /**
   * A word that the viewer sees in documents alone isn't offered: that it is known tells of a hidden or deleted asset with
   * that word in its name or fields.
   */
  const isNamed = (word: string) => count(word, false, 'metadata') > 0 || isShown(word);

  return words.map((word) => {
    if (count(word, asPrefixes) > 0) return undefined;
    return [...new Map(candidates(word))]
      .sort(([a, editsOfA], [b, editsOfB]) => editsOfA - editsOfB || (a < b ? -1 : 1))
      .slice(0, MAX_COUNTED)
      .map(([near, edits]): NearWord => ({ word: near, edits, assets: count(near, false) }))
      .filter(({ assets }) => assets > 0)
      .sort((a, b) => a.edits - b.edits || b.assets - a.assets || (a.word < b.word ? -1 : 1))
      .values()
      .filter((near) => within === 'metadata' || isNamed(near.word))
      .take(NEAR_WORDS)
      .toArray();
  });
}
