import { openRecentlyUsed } from '../keeping/recently-used.ts';
import type { KnownTerm } from './known-term.ts';

/** Terms that are counted before anything is known of them. */
const MOST_COUNTED = 4096;
/** Times of a term that is not worth knowing. */
const NEVER = Number.NEGATIVE_INFINITY;

/** What one state of the catalogue keeps of terms, for all viewers. */
export interface TermStore {
  /**
   * What is known of a term. Where nothing is, the term was asked for often enough, and room can be made for `least` bytes, `know`
   * tells it; `charge` is to be called for all memory that the term takes, then or later.
   */
  ask(
    key: string,
    least: number,
    know: (charge: (bytes: number) => void) => KnownTerm | undefined,
  ): KnownTerm | undefined;
}

interface Entry {
  term?: KnownTerm;
  times: number;
  bytes: number;
}

/** Keeps terms within a bound. One takes the place only of those that were asked for less often: so a crowd of words doesn't drive all out. */
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
  let total = 0;

  function remove(key: string, { bytes }: Entry): void {
    known.delete(key);
    total -= bytes;
  }

  function hasRoom(wanted: number, times: number): boolean {
    for (const [key, entry] of known) {
      if (total + wanted <= most) break;
      if (entry.times >= times) {
        // What isn't asked for any more has to go some day.
        entry.times -= 1;
        return false;
      }
      remove(key, entry);
    }
    return total + wanted <= most;
  }

  function charge(own: Entry, bytes: number): void {
    own.bytes += bytes;
    total += bytes;
    for (const [key, entry] of known) {
      if (total <= most) return;
      if (entry !== own) remove(key, entry);
    }
  }

  return {
    ask: (key, least, know) => {
      const entry = known.get(key);
      if (entry) {
        entry.times += 1;
        known.delete(key);
        known.set(key, entry);
        return entry.term;
      }
      const times = (counted.get(key) ?? 0) + 1;
      counted.set(key, times);
      if (times < leastTimes || !hasRoom(least, times)) return undefined;
      const own: Entry = { times, bytes: 0 };
      const term = know((bytes) => charge(own, bytes));
      if (term === undefined) {
        counted.set(key, NEVER);
        return undefined;
      }
      own.term = term;
      known.set(key, own);
      return term;
    },
  };
}
