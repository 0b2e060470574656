import { createHash } from 'node:crypto';
import { openRecentlyUsed } from '../concurrency/recently-used.ts';
import type { Identity } from './token-verifier.ts';

/** Tokens that are kept at once; those used least recently go first. */
const MOST_KEPT = 10_000;

/** Whom valid tokens speak for, by their hashes, so that they need not be verified with each request. */
export interface KeptIdentities {
  /** Undefined for a token that must be verified, for the first time or again. `state` is the verifier's. */
  find(token: string, state: number): Identity | undefined;
  /** `state` is the verifier's before it was asked. */
  keep(token: string, state: number, identity: Identity): void;
}

/** Keeps each until it expires; one that doesn't is not kept. */
export function openKeptIdentities(options: {
  readonly most?: number;
  /** UTC milliseconds. */
  now(): number;
}): KeptIdentities {
  const { most = MOST_KEPT, now } = options;
  const kept = openRecentlyUsed<string, Identity>({ most });
  let current: number | undefined;

  const isOver = ({ expires = 0 }: Identity) => expires <= now();

  function isCurrent(state: number): boolean {
    if (state === current) return true;
    // States only go up: an answer of an earlier one came too late.
    if (current !== undefined && state < current) return false;
    current = state;
    kept.clear();
    return true;
  }

  return {
    find: (token, state) => {
      if (!isCurrent(state)) return undefined;
      const key = keyOf(token);
      const found = kept.get(key);
      if (!found || !isOver(found)) return found;
      kept.delete(key);
      return undefined;
    },
    keep: (token, state, identity) => {
      if (isOver(identity) || !isCurrent(state)) return;
      kept.set(keyOf(token), identity);
    },
  };
}

/** The token itself is nowhere in memory for longer than its request. */
function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
