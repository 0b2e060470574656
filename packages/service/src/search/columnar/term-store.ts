import { openRecentlyUsed } from '../../concurrency/recently-used.ts';
import type { KnownTerm } from './known-term.ts';

/** Terms that are counted before anything is known of them. */
const MOST_COUNTED = 4096;
/** Times of a term that is not worth knowing. */
const NEVER = Number.NEGATIVE_INFINITY;

/** What one state of the catalogue keeps of terms, for all viewers. */
export interface TermStore {
  /**
   * What is known of a term. Where nothing is, the term was asked for often enough and there is room for it, `know` tells it, or
   * that it isn't worth it. `charge` is to be called for all memory that the term takes, then or later.
   */
  ask(
    term: {
      readonly key: string;
      /** Tells viewers apart; it is in the key, too. */
      readonly viewer: number;
      /** Memory that it takes at least. */
      readonly least: number;
    },
    know: (charge: (bytes: number) => void) => KnownTerm | undefined,
  ): KnownTerm | undefined;
  /** Memory of all terms, in bytes. */
  total(): number;
}

interface Entry {
  readonly viewer: number;
  term?: KnownTerm;
  times: number;
  bytes: number;
  isGone: boolean;
}

/**
 * Keeps terms within a bound. One takes the place only of those that were asked for less often, so a crowd of words doesn't drive all
 * out; and of those of a viewer who has more than his share, so whoever comes later is answered as fast.
 */
export function openTermStore({
  leastTimes,
  bytes: most,
}: {
  readonly leastTimes: number;
  readonly bytes: number;
}): TermStore {
  const counted = openRecentlyUsed<string, number>({ most: MOST_COUNTED });
  // What was asked for last stands last.
  const known = new Map<string, Entry>();
  const ofViewer = new Map<number, number>();
  let total = 0;

  function add({ viewer }: Entry, bytes: number): void {
    total += bytes;
    const sum = (ofViewer.get(viewer) ?? 0) + bytes;
    if (sum > 0) ofViewer.set(viewer, sum);
    else ofViewer.delete(viewer);
  }

  function remove(key: string, entry: Entry): void {
    known.delete(key);
    add(entry, -entry.bytes);
    entry.isGone = true;
  }

  /** Those that would have to go for so much; undefined where one of them was asked for as often. */
  function inTheWay(viewer: number, wanted: number, times: number): readonly (readonly [string, Entry])[] | undefined {
    const gone: (readonly [string, Entry])[] = [];
    const own = (ofViewer.get(viewer) ?? 0) + wanted;
    const takenFrom = new Map<number, number>();
    let left = total;
    for (const [key, entry] of known) {
      if (left + wanted <= most) break;
      const others = (ofViewer.get(entry.viewer) ?? 0) - (takenFrom.get(entry.viewer) ?? 0);
      takenFrom.set(entry.viewer, (takenFrom.get(entry.viewer) ?? 0) + entry.bytes);
      const isBeyondShare = entry.viewer !== viewer && others - entry.bytes >= own;
      if (!isBeyondShare && entry.times >= times) {
        // What isn't asked for any more has to go some day.
        entry.times = Math.floor(entry.times / 2);
        return undefined;
      }
      gone.push([key, entry]);
      left -= entry.bytes;
    }
    return left + wanted <= most ? gone : undefined;
  }

  function charge(own: Entry, bytes: number): void {
    // A question may go on with a term that had to go meanwhile.
    if (own.isGone) return;
    own.bytes += bytes;
    add(own, bytes);
    for (const [key, entry] of known) {
      if (total <= most) return;
      if (entry !== own) remove(key, entry);
    }
    for (const [key, entry] of known) if (entry === own && total > most) remove(key, entry);
  }

  return {
    ask: ({ key, viewer, least }, know) => {
      const entry = known.get(key);
      if (entry) {
        entry.times += 1;
        known.delete(key);
        known.set(key, entry);
        return entry.term;
      }
      const times = (counted.get(key) ?? 0) + 1;
      counted.set(key, times);
      const gone = times < leastTimes ? undefined : inTheWay(viewer, least, times);
      if (!gone) return undefined;
      const own: Entry = { viewer, times, bytes: 0, isGone: false };
      let first = 0;
      const term = know((bytes) => {
        if (own.term) charge(own, bytes);
        else first += bytes;
      });
      if (term === undefined) {
        counted.set(key, NEVER);
        return undefined;
      }
      for (const [other, each] of gone) remove(other, each);
      own.term = term;
      known.set(key, own);
      charge(own, first);
      return term;
    },
    total: () => total,
  };
}
