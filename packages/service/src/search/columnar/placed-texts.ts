/**
 * Texts of deltas between those of the base. The base keeps ranks and no texts; a new text is placed once, by comparing it with
 * texts of base assets that still live, and with the new texts before it. An asset of the base that dies later changes nothing:
 * what lies between two texts stays between them.
 */
import { type BaseRanks, NONE } from './segment.ts';

export interface PlacedTexts {
  /** The number of a text, the same for what the collation doesn't tell apart; NONE for ''. */
  add(text: string, base: BaseTexts): number;
  /** How many were placed. */
  readonly size: number;
  /** Places by number, in the same measure as the ranks of the base. */
  places(): Float64Array;
}

/** The texts of the base as they are when a text comes. */
export interface BaseTexts {
  isAlive(doc: number): boolean;
  text(doc: number): string;
}

interface Placed {
  readonly number: number;
  readonly text: string;
  /** Rank of the last text of the base that does not come after this one, -1 for none. */
  readonly after: number;
  /** True where it is that very text. */
  readonly isSame: boolean;
}

export function openPlacedTexts(compare: (a: string, b: string) => number, ranks: BaseRanks | undefined): PlacedTexts {
  const numbers = new Map<string, number>([['', NONE]]);
  const sorted: Placed[] = [];
  let count = 0;

  /** First place of `sorted` that is not before the text. */
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
        // What was learnt of one text holds for all behind it.
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
  { isAlive, text: textOf }: BaseTexts,
): Pick<Placed, 'after' | 'isSame'> {
  const order = column?.order ?? new Uint32Array(0);
  let low = 0;
  let high = order.length;
  let after = -1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // The next living one; all that are dead stand for nothing.
    let probe = middle;
    while (probe < high && !isAlive(order[probe] as number)) probe += 1;
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
