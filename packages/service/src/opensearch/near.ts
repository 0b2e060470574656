/** Answers `SearchIndex.near`: the engine proposes words of its vocabulary, and counts whose assets the viewer sees. */
import { packWords } from '../../../columnar/src/build-words.ts';
import { MAX_LETTERS, MIN_LETTERS } from '../../../columnar/src/near.ts';
import { nearWords } from '../../../columnar/src/near-words.ts';
import { NEAR_WORDS, type NearOptions, type NearWord } from '../../../columnar/src/search-index.ts';
import type { Found, Question } from './ask.ts';
import type { Clause } from './clauses.ts';
import { anywhere } from './filters.ts';
import { existing, type Scope } from './scope.ts';

/** Words that the engine looks at and proposes. */
const PROPOSED = 500;
/** Conditions that one question counts. */
const MAX_COUNTED = 500;

export async function near(
  words: readonly string[],
  { asPrefixes, within }: Pick<NearOptions, 'asPrefixes' | 'within'>,
  scope: Scope,
  askNow: (question: Question) => Promise<Found>,
): Promise<readonly (readonly NearWord[] | undefined)[]> {
  const termOf = (word: string, isPrefix = false) => ({ words: [word], isPrefix, isExcluded: false });

  async function count(
    all: readonly string[],
    isPrefix: boolean,
    where = within,
  ): Promise<ReadonlyMap<string, number>> {
    const counted = new Map<string, number>();
    for (let at = 0; at < all.length; at += MAX_COUNTED) {
      const some = all.slice(at, at + MAX_COUNTED);
      const filters: Clause[] = some.map((word) =>
        anywhere({ ...termOf(word, isPrefix), ...(where && { within: where }) }, scope),
      );
      const { counts } = await askNow({ filter: existing(scope), aggs: { words: { filters: { filters } } } });
      for (const [place, { doc_count }] of (counts['words']?.buckets ?? []).entries())
        counted.set(some[place] as string, doc_count);
    }
    return counted;
  }

  async function candidates(word: string, most: number): Promise<ReadonlyMap<string, number>> {
    const term = {
      ...{ field: 'w', suggest_mode: 'always', max_edits: most, prefix_length: 0, min_word_length: 1 },
      ...{ size: PROPOSED, shard_size: PROPOSED, max_inspections: PROPOSED, accuracy: 0, sort: 'frequency' },
    };
    const { suggest } = await askNow({ filter: [], suggest: { near: { text: word, term } } });
    const proposed = new Set((suggest['near'] ?? []).flatMap(({ options }) => options.map(({ text }) => text)));
    const sorted = [...proposed].sort();
    const own = Array.from(nearWords(packWords(sorted).vocabulary, word, most), ({ number, edits }) => {
      return [sorted[number] as string, edits] as const;
    });
    return new Map([...own, ...scope.labels.near(word, most)]);
  }

  /** Returns true if a label of an item has the word, or the name of a node that the viewer may view. */
  function isShown(word: string): boolean {
    const { labels, viewer } = scope;
    return labels.items(termOf(word)).size > 0 || labels.nodes(termOf(word)).some((id) => viewer.canViewNode(id));
  }

  const known = await count(words, asPrefixes);
  const answers: (readonly NearWord[] | undefined)[] = [];
  for (const word of words) {
    if ((known.get(word) ?? 0) > 0) {
      answers.push(undefined);
      continue;
    }
    const letters = [...word].length;
    const most = MIN_LETTERS.find(([least]) => letters >= least)?.[1];
    if (most === undefined || letters > MAX_LETTERS) {
      answers.push([]);
      continue;
    }
    const edits = await candidates(word, most);
    const counted = await count([...edits.keys()], false);
    // Words that only documents have are not offered: whether they were would tell of hidden assets named so.
    const named = within === 'metadata' ? counted : await count([...edits.keys()], false, 'metadata');
    const isNamed = (near: string) => (named.get(near) ?? 0) > 0 || isShown(near);
    const found = Array.from(edits, ([near, own]) => ({ word: near, edits: own, assets: counted.get(near) ?? 0 }));
    answers.push(
      found
        .filter((near) => near.assets > 0 && isNamed(near.word))
        .sort((a, b) => a.edits - b.edits || b.assets - a.assets || (a.word < b.word ? -1 : 1))
        .slice(0, NEAR_WORDS),
    );
  }
  return answers;
}
