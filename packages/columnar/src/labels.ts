/** Names of nodes and labels of items, matched at query time: renaming one changes no asset. */
import { firstIndex } from '../../core/src/domain/binary-search.ts';
import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import type { TextTerm } from '../../core/src/domain/full-text.ts';
import type { Text } from '../../core/src/domain/model.ts';
import { wordsOf } from '../../core/src/domain/words.ts';
import { packWords } from './build-words.ts';
import { type Bits, bitsFor, nextBit, setBits } from './docs.ts';
import { nearWords, type SortedWords } from './near-words.ts';
import type { NodeTree } from './node-tree.ts';

/** The nodes that a viewer may view: those whose number is not marked. One viewer has the same marks in one tree. */
interface Shown {
  readonly tree: NodeTree;
  readonly skipped: Uint8Array;
}

/** Finds nodes and dropdown items by the words of their names. */
export interface LabelSearch {
  /**
   * Returns the IDs of nodes whose name has the term in any language. With `shown`, words that only names of other nodes have
   * are skipped unread, because the time for them would tell how many there are; other nodes may be among those returned.
   */
  nodes(term: TextTerm, shown?: Shown): readonly number[];
  /** Returns the dropdown items whose label has the term, by field. */
  items(term: TextTerm): ReadonlyMap<number, readonly number[]>;
  /** Yields words of labels and of names of nodes, without `shown` hidden ones too, that so many edits turn the word into. */
  near(word: string, most: number, shown?: Shown): Iterable<readonly [word: string, edits: number]>;
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
  const seenBy = new WeakMap<Uint8Array, Bits>();
  const seenOf = (shown: Shown | undefined) =>
    shown &&
    seenBy.getOrInsertComputed(shown.skipped, () =>
      nodes.wordsOfOwners((id) => shown.skipped[shown.tree.numberOf(id) ?? Number.NaN] === 0),
    );
  const labels: LabelSearch = {
    nodes: (term, shown) => nodes.find(term, seenOf(shown)),
    items: (term) => {
      const byField = new Map<number, number[]>();
      for (const { field, item } of items.find(term)) byField.getOrInsertComputed(field, () => []).push(item);
      return byField;
    },
    near: function* (word, most, shown) {
      yield* nodes.near(word, most, seenOf(shown));
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

  /** Returns the words, as bits by their places, that a label of a wanted owner has. */
  function wordsOfOwners(isWanted: (owner: T) => boolean): Bits {
    const words = inOrder();
    const bits = bitsFor(words.length);
    words.forEach((word, place) => {
      if (byWord.get(word)?.some(({ owner }) => isWanted(owner))) setBits(bits, Uint32Array.of(place));
    });
    return bits;
  }

  /** Yields every name with the first word of the term or, for a single prefix, a word with that prefix. */
  function* candidates({ words: [first = '', ...more], isPrefix }: TextTerm, seen?: Bits) {
    const words = inOrder();
    const next = (place: number) => (seen ? nextBit(seen, place) : place);
    const fits = (word = '') => (more.length === 0 && isPrefix ? word.startsWith(first) : word === first);
    const start = firstIndex(0, words.length, (place) => (words[place] ?? '') >= first);
    for (let place = next(start); place < words.length && fits(words[place]); place = next(place + 1))
      yield* byWord.get(words[place] ?? '') ?? [];
  }

  function* near(word: string, most: number, seen?: Bits): Iterable<readonly [string, number]> {
    const words = inOrder();
    packed ??= packWords(words).vocabulary;
    for (const { number, edits } of nearWords(packed, word, most, seen)) yield [words[number] as string, edits];
  }

  return {
    add,
    near,
    wordsOfOwners,
    find: (term: TextTerm, seen?: Bits): readonly T[] => {
      const found = new Set<T>();
      for (const { owner, words } of candidates(term, seen)) if (hasTerm(words, term)) found.add(owner);
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
