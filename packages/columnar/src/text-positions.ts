/**
 * Positions the texts of deltas among those of the base. The base keeps ranks but no texts, so each new text is placed
 * once by comparing it with the texts of base assets that are still live and with the new texts placed before it. A
 * base asset that dies later changes nothing: a text between two others stays between them.
 */
import { firstIndex } from '../../core/src/domain/binary-search.ts';
import { type BaseRanks, NONE } from './segment.ts';

/** The texts of the base at the time when texts are placed. */
export interface BaseTexts {
  isLive(doc: number): boolean;
  texts(docs: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

/** Where a text lies in the base. */
interface BasePlace {
  /** Rank of the last base text that does not sort after this one; -1 if there is none. */
  readonly after: number;
  /** True if the collation treats the two as equal. */
  readonly isSame: boolean;
}

interface Placed extends BasePlace {
  readonly number: number;
  readonly text: string;
}

/** The placed texts of one column in one language. */
export class TextPositions {
  readonly #compare: (a: string, b: string) => number;
  readonly #ranks: BaseRanks | undefined;
  readonly #numbers = new Map<string, number>([['', NONE]]);
  #sorted: readonly Placed[] = [];
  #count = 0;
  #places: Float64Array | undefined;

  constructor(compare: (a: string, b: string) => number, ranks: BaseRanks | undefined) {
    this.#compare = compare;
    this.#ranks = ranks;
  }

  get size(): number {
    return this.#count;
  }

  /** Places those of the texts that are new. Texts that the collation treats as equal share a number. */
  async place(texts: readonly string[], base: BaseTexts): Promise<void> {
    const wanted = [...new Set(texts)].filter((text) => {
      const there = this.#sorted[this.#placeAmongNew(text)];
      if (!this.#numbers.has(text) && there && this.#compare(there.text, text) === 0)
        this.#numbers.set(text, there.number);
      return !this.#numbers.has(text);
    });
    const places = await placesInBase(wanted, this.#compare, this.#ranks, base);
    const added = wanted.sort(this.#compare);
    const sorted: Placed[] = [];
    let at = 0;
    for (const [i, text] of added.entries()) {
      const isEqual = i > 0 && this.#compare(added[i - 1] as string, text) === 0;
      if (!isEqual) {
        const place = this.#placeAmongNew(text);
        for (; at < place; at++) sorted.push(this.#sorted[at] as Placed);
        sorted.push({ number: this.#count, text, ...(places.get(text) as BasePlace) });
        this.#count += 1;
      }
      this.#numbers.set(text, this.#count - 1);
    }
    if (added.length === 0) return;
    for (; at < this.#sorted.length; at++) sorted.push(this.#sorted[at] as Placed);
    this.#sorted = sorted;
    this.#places = undefined;
  }

  /** Returns the number of a placed text; '' gives NONE. */
  numberOf(text: string): number {
    return this.#numbers.get(text) as number;
  }

  /** Returns positions by number, on the same scale as the ranks of the base, in memory that threads share. */
  places(): Float64Array {
    this.#places ??= this.#computePlaces();
    return this.#places;
  }

  #computePlaces(): Float64Array {
    const places = new Float64Array(new SharedArrayBuffer(this.#count * Float64Array.BYTES_PER_ELEMENT));
    const sorted = this.#sorted;
    let after = -1;
    for (let first = 0; first < sorted.length; ) {
      // A lower bound found for one text also holds for all later ones.
      after = Math.max(after, (sorted[first] as Placed).after);
      let end = first;
      while (end < sorted.length && (sorted[end] as Placed).after <= after) end += 1;
      for (let i = first; i < end; i++) {
        const { number, isSame, after: own } = sorted[i] as Placed;
        places[number] = isSame && own === after ? after : after + (i - first + 1) / (end - first + 1);
      }
      first = end;
    }
    return places;
  }

  /** Returns the first index of `#sorted` whose text does not sort before `text`. */
  #placeAmongNew(text: string): number {
    return firstIndex(0, this.#sorted.length, (at) => this.#compare((this.#sorted[at] as Placed).text, text) >= 0);
  }
}

/** A binary search among the texts of the base. */
interface BaseSearch {
  readonly text: string;
  low: number;
  high: number;
  after: number;
  isSame: boolean;
}

/** Finds the places of all texts together, so that each step of the searches reads the base once. */
async function placesInBase(
  texts: readonly string[],
  compare: (a: string, b: string) => number,
  column: BaseRanks | undefined,
  base: BaseTexts,
): Promise<ReadonlyMap<string, BasePlace>> {
  const order = column?.order ?? new Uint32Array(0);
  const searches = texts.map((text): BaseSearch => ({ text, low: 0, high: order.length, after: -1, isSame: false }));
  for (;;) {
    const probes = searches.flatMap((search) => {
      const probe = search.isSame ? undefined : nextProbe(search, order, base);
      return probe === undefined ? [] : [{ search, probe, doc: order[probe] as number }];
    });
    if (probes.length === 0) break;
    const found = await base.texts([...new Set(probes.map(({ doc }) => doc))]);
    for (const { search, probe, doc } of probes) {
      const comparison = compare(found.get(doc) ?? '', search.text);
      if (comparison > 0) {
        search.high = (search.low + search.high) >>> 1;
        continue;
      }
      search.after = column?.ranks[doc] as number;
      search.isSame = comparison === 0;
      search.low = probe + 1;
    }
  }
  return new Map(searches.map(({ text, after, isSame }) => [text, { after, isSame }]));
}

/** Returns the next place to compare with, of a live doc because texts of deleted docs are unknown. */
function nextProbe(search: BaseSearch, order: Uint32Array, { isLive }: BaseTexts): number | undefined {
  while (search.low < search.high) {
    const middle = (search.low + search.high) >>> 1;
    for (let probe = middle; probe < search.high; probe += 1) if (isLive(order[probe] as number)) return probe;
    search.high = middle;
  }
  return undefined;
}
