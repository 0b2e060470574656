import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Identity } from './token-verifier.ts';

/** Most cached tokens; the least recently used are evicted. */
const CAPACITY = 10_000;

/** Cache of identities by the hash of their valid token, so that not every request needs a verification. */
export type IdentityCache = ReturnType<typeof openIdentityCache>;

/** Opens a cache that holds each identity until it expires; identities without an expiry are not cached. */
export function openIdentityCache({ now }: { /** Current time in UTC milliseconds. */ now(): number }) {
  const cache = new LRUCache<string, Identity>({ max: CAPACITY });
  let current: number | undefined;

  const isOver = ({ expires = 0 }: Identity) => expires <= now();

  function isCurrent(state: number | undefined): boolean {
    if (state === undefined) return false;
    if (state === current) return true;
    // States only increase, so a lower one belongs to an outdated verification.
    if (current !== undefined && state < current) return false;
    current = state;
    cache.clear();
    return true;
  }

  return {
    /** Returns the identity; undefined if the token must be verified (again). `state` is the verifier's. */
    get: (token: string, state: number | undefined): Identity | undefined => {
      if (!isCurrent(state)) return undefined;
      const key = keyOf(token);
      const found = cache.get(key);
      if (!found || !isOver(found)) return found;
      cache.delete(key);
      return undefined;
    },
    /** Caches an identity, unless the state is unknown. `state` is the verifier's before it was asked. */
    set: (token: string, state: number | undefined, identity: Identity): void => {
      if (isOver(identity) || !isCurrent(state)) return;
      cache.set(keyOf(token), identity);
    },
  };
}

/** Hashed, so that the token itself stays in memory no longer than its request. */
function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
