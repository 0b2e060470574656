/**
 * Positions the texts of deltas among those of the base. The base keeps ranks but no texts, so each new text is placed
 * once by comparing it with the texts of base assets that are still live and with the new texts placed before it. A
 * base asset that dies later changes nothing: a text between two others stays between them.
 */
import { type BaseRanks, NONE } from './segment.ts';

/** The placed texts of one column in one language. */
export interface TextPositions {
  /**
   * Returns the number of a text and places it if it is new. Texts that the collation treats as equal share a number;
   * '' gives NONE.
   */
  add(text: string, base: BaseTexts): number;
  /** Number of placed texts. */
  readonly size: number;
  /** Returns positions by number, on the same scale as the ranks of the base. */
  places(): Float64Array;
}

/** The texts of the base at the time when a text is added. */
export interface BaseTexts {
  isLive(doc: number): boolean;
  text(doc: number): string;
}

interface Placed {
  readonly number: number;
  readonly text: string;
  /** Rank of the last base text that does not sort after this one; -1 if there is none. */
  readonly after: number;
  /** True if the collation treats the two as equal. */
  readonly isSame: boolean;
}

export function openTextPositions(
  compare: (a: string, b: string) => number,
  ranks: BaseRanks | undefined,
): TextPositions {
  const numbers = new Map<string, number>([['', NONE]]);
  const sorted: Placed[] = [];
  let count = 0;

  /** Returns the first index of `sorted` whose text does not sort before `text`. */
  function placeAmongNew(text: string): number {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare((sorted[middle] as Placed).text, text) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    get size() {
      return count;
    },
    add: (text, base) =>
      numbers.getOrInsertComputed(text, () => {
        const at = placeAmongNew(text);
        const there = sorted[at];
        if (there && compare(there.text, text) === 0) return there.number;
        const number = count;
        count += 1;
        sorted.splice(at, 0, { number, text, ...placeInBase(text, compare, ranks, base) });
        return number;
      }),
    places: () => {
      const places = new Float64Array(count);
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
    },
  };
}

function placeInBase(
  text: string,
  compare: (a: string, b: string) => number,
  column: BaseRanks | undefined,
  { isLive, text: textOf }: BaseTexts,
): Pick<Placed, 'after' | 'isSame'> {
  const order = column?.order ?? new Uint32Array(0);
  let low = 0;
  let high = order.length;
  let after = -1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // Probe the next live doc, because texts of deleted docs are unknown.
    let probe = middle;
    while (probe < high && !isLive(order[probe] as number)) probe += 1;
    if (probe === high) {
      high = middle;
      continue;
    }
    const doc = order[probe] as number;
    const comparison = compare(textOf(doc), text);
    if (comparison > 0) {
      high = middle;
      continue;
    }
    after = column?.ranks[doc] as number;
    if (comparison === 0) return { after, isSame: true };
    low = probe + 1;
  }
  return { after, isSame: false };
}
