/** Names of nodes and labels of items, matched at query time: renaming one changes no asset. */
import { firstIndex } from '../../core/src/domain/binary-search.ts';
import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import type { TextTerm } from '../../core/src/domain/full-text.ts';
import type { Text } from '../../core/src/domain/model.ts';
import { wordsOf } from '../../core/src/domain/words.ts';
import { packWords } from './build-words.ts';
import { nearWords, type SortedWords } from './near-words.ts';

/** Finds nodes and dropdown items by the words of their names. */
export interface LabelSearch {
  /** Returns the IDs of nodes whose name has the term in any language. */
  nodes(term: TextTerm): readonly number[];
  /** Returns the dropdown items whose label has the term, by field. */
  items(term: TextTerm): ReadonlyMap<number, readonly number[]>;
  /** Yields words of labels and of names of nodes, hidden ones too, that so many edits turn the word into. */
  near(word: string, most: number): Iterable<readonly [word: string, edits: number]>;
}

/** The words of each label by its text, reused because most labels stay the same from one revision to the next. */
export type LabelWords = Map<string, readonly string[]>;

/** Opens the labels of a model; also returns their words for the next call. */
export function openLabels(
  model: CatalogueModel,
  before: LabelWords,
): { readonly labels: LabelSearch; readonly words: LabelWords } {
  const words: LabelWords = new Map();
  const wordsIn = (text: string) => words.getOrInsertComputed(text, () => before.get(text) ?? wordsOf(text));
  const nodes = openMatcher<number>(wordsIn);
  for (const { id, name } of model.trees.nodes()) nodes.add(id, name);
  const items = openMatcher<{ readonly field: number; readonly item: number }>(wordsIn);
  for (const { id: field, type, onAssets, items: all } of model.infoFields.values()) {
    if (type === 'dropdown' && onAssets) for (const { id: item, name } of all) items.add({ field, item }, name);
  }
  const labels: LabelSearch = {
    nodes: (term) => nodes.find(term),
    items: (term) => {
      const byField = new Map<number, number[]>();
      for (const { field, item } of items.find(term)) byField.getOrInsertComputed(field, () => []).push(item);
      return byField;
    },
    near: function* (word, most) {
      yield* nodes.near(word, most);
      yield* items.near(word, most);
    },
  };
  return { labels, words };
}

function openMatcher<T>(wordsIn: (text: string) => readonly string[]) {
  const byWord = new Map<string, { readonly owner: T; readonly words: readonly string[] }[]>();
  let sorted: readonly string[] | undefined;
  let packed: SortedWords | undefined;
  const inOrder = () => (sorted ??= [...byWord.keys()].sort());

  function add(owner: T, name: Text): void {
    for (const text of typeof name === 'string' ? [name] : Object.values(name)) {
      const words = wordsIn(text);
      for (const word of new Set(words)) byWord.getOrInsertComputed(word, () => []).push({ owner, words });
    }
  }

  /** Yields every name with the first word of the term or, for a single prefix, a word with that prefix. */
  function* candidates({ words: [first = '', ...more], isPrefix }: TextTerm) {
    if (more.length > 0 || !isPrefix) {
      yield* byWord.get(first) ?? [];
      return;
    }
    const words = inOrder();
    const start = firstIndex(0, words.length, (place) => (words[place] ?? '') >= first);
    for (let place = start; words[place]?.startsWith(first); place++) yield* byWord.get(words[place] ?? '') ?? [];
  }

  function* near(word: string, most: number): Iterable<readonly [string, number]> {
    const words = inOrder();
    packed ??= packWords(words).vocabulary;
    for (const { number, edits } of nearWords(packed, word, most)) yield [words[number] as string, edits];
  }

  return {
    add,
    near,
    find: (term: TextTerm): readonly T[] => {
      const found = new Set<T>();
      for (const { owner, words } of candidates(term)) if (hasTerm(words, term)) found.add(owner);
      return [...found];
    },
  };
}

/** Returns true if the words of the term are consecutive in `words`. */
function hasTerm(words: readonly string[], { words: wanted, isPrefix }: TextTerm): boolean {
  const last = wanted.length - 1;
  return words.some((_, start) =>
    wanted.every((word, i) =>
      i === last && isPrefix ? words[start + i]?.startsWith(word) : words[start + i] === word,
    ),
  );
}
