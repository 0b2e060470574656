/**
 * Decides for how long an answer may be cached: in the result cache and the response cache of this service, in proxies
 * and in browsers. An operation may shorten or replace these times by its `maxAge` or `maxAgeSeconds`, as
 * `api/asset.do/preview.ts` does for pictures, and `http/reply.ts` writes the header `Cache-Control`.
 */
import type { Shape } from '../../api/params.ts';
import type { Query } from '../../api/query.ts';
import { isDeclared } from '../../api/read-params.ts';
import type { FileReply } from '../../api/replies.ts';
import type { Holding } from '../../api/validity.ts';
import { needsToken } from '../../auth/authentication.ts';
import type { EndpointSettings } from '../../config/endpoint-settings.ts';

/** How proxies and browsers may store an answer (interface decisions 8). */
export interface Caching {
  /** How long shared caches, which are purged on changes, may keep it; 0 forbids storing. */
  readonly seconds: number;
  /** How long browsers may use it without revalidation. */
  readonly browserSeconds: number;
  /** True if shared caches must not store it. */
  readonly isPrivate: boolean;
}

const YEAR_SECONDS = 31_536_000;

/** Forbids every cache to store the answer. */
export const NO_STORE: Caching = { seconds: 0, browserSeconds: 0, isPrivate: false };

/** Makes `Cache-Control`; `maxAge` shortens the configured times, or replaces them. */
export function cacheControl(
  { seconds, browserSeconds, isPrivate }: Caching,
  maxAge: number | 'immutable' | 'no-cache' = Number.POSITIVE_INFINITY,
): string {
  if (seconds === 0 || maxAge === 0) return 'no-store';
  if (maxAge === 'no-cache') return isPrivate ? 'private, no-cache' : 'no-cache';
  if (maxAge === 'immutable') return `${isPrivate ? 'private' : 'public'}, max-age=${YEAR_SECONDS}, immutable`;
  const ofBrowsers = Math.min(browserSeconds, maxAge);
  if (isPrivate) return `private, max-age=${ofBrowsers}`;
  return `public, max-age=${ofBrowsers}, s-maxage=${Math.min(seconds, maxAge)}`;
}

/**
 * Ends the caching of a file with its signed address (extensions E1). Of pictures, shared caches keep each under its own
 * address even where a token is required. `now` is in milliseconds.
 */
export function untilExpiry(
  caching: Caching,
  { reply: { maxAge, isPicture = false }, expires, now }: { reply: FileReply; expires: number; now: number },
): { readonly caching: Caching; readonly maxAge: FileReply['maxAge'] } {
  const rest = Math.floor(expires - now / 1000);
  const own = isPicture ? { ...caching, isPrivate: false } : caching;
  if (maxAge === 'no-cache') return { caching: own, maxAge };
  if (maxAge !== 'immutable') return { caching: own, maxAge: Math.min(maxAge, rest) };
  const isKept = caching.seconds > 0 && !isPicture;
  return { caching: isKept ? { ...own, seconds: rest, browserSeconds: rest } : own, maxAge: rest };
}

/** Longest lifetime of answers where assets outside their validity are hidden (extensions E4). */
const HIDING_MS = 60_000;

/**
 * Returns when an answer may be given. Where assets are hidden, that ends for all answers alike with each full minute, so that no
 * lifetime tells that something is about to appear: days, and nearly all other times of validity, begin and end with one.
 */
export function holdingOf(
  holds: Holding | undefined,
  { now, validity }: { now: number; validity: EndpointSettings['validity'] },
): Holding | undefined {
  if (validity.view !== 'hide') return holds;
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = holds ?? {};
  return { since, until: Math.min(until, (Math.floor(now / HIDING_MS) + 1) * HIDING_MS) };
}

/** Ends the caching of an answer by proxies and browsers where it ceases to hold. `now` is in milliseconds. */
export function whileItHolds<M extends FileReply['maxAge'] | undefined>(
  { caching, maxAge }: { readonly caching: Caching; readonly maxAge: M },
  { holds, now }: { holds: Holding | undefined; now: number },
): { readonly caching: Caching; readonly maxAge: M | number } {
  const rest = Math.floor(((holds?.until ?? Number.POSITIVE_INFINITY) - now) / 1000);
  if (rest === Number.POSITIVE_INFINITY || maxAge === 'no-cache') return { caching, maxAge };
  if (rest < 1) return { caching: NO_STORE, maxAge: 0 };
  if (maxAge === 'immutable') {
    if (rest >= YEAR_SECONDS) return { caching, maxAge };
    const isKept = caching.seconds > 0;
    return { caching: isKept ? { ...caching, seconds: rest, browserSeconds: rest } : caching, maxAge: rest };
  }
  const [seconds, browserSeconds] = [Math.min(caching.seconds, rest), Math.min(caching.browserSeconds, rest)];
  return { caching: { ...caching, seconds, browserSeconds }, maxAge };
}

/** Returns when this service may give an answer again with the lifetimes that it already states. */
export function givenAgain(caching: Caching, holds: Holding | undefined): Holding | undefined {
  if (holds === undefined) return undefined;
  const lifetime = Math.max(caching.seconds, caching.browserSeconds) * 1000;
  return { since: holds.since, until: holds.until - lifetime };
}

/** Each cached entry loses up to this share of its time, so that entries made together don't all expire together. */
const SPREAD = 0.1;

/** When an entry made now expires, in milliseconds on the clock of `now`. */
export function expiryOf(now: number, seconds: number): number {
  return now + seconds * 1000 * (1 - SPREAD * Math.random());
}

/** The parts of a request that decide about caching. */
interface CachePolicyInput {
  readonly settings: EndpointSettings;
  readonly query: Query;
  /** Parameters that the operation reads. */
  readonly shapes: readonly Shape[];
  /** False if the request bypasses the caches (`cache=false`). */
  readonly cache: boolean;
  /** True if the request empties the cache (`flush=true`). */
  readonly flush: boolean;
  /** True if the flush took place; more than one per second is ignored. */
  readonly hasFlushed: boolean;
  /** True if the address is signed, so that the answer depends on the time and on its user. */
  readonly isSigned: boolean;
  /** True if the request has the cookie of a session. */
  readonly isBySession: boolean;
}

/** Returns the caching of the answer to one request. */
export function cachePolicyOf(input: CachePolicyInput) {
  const { settings, query, shapes, cache, flush, hasFlushed, isSigned, isBySession } = input;
  const { seconds, browserSeconds, shared } = settings.cache;
  const isStored = cache && !flush;
  // Another user may not be allowed to see the answer. `cache.shared` is for proxies; the service verifies every token.
  const isForAll = !isSigned && !isBySession && !needsToken(settings);
  const isByUrl = isStored && isForAll && seconds > 0 && hasOnlyDeclared(query, shapes);
  const isPrivate = isBySession || (needsToken(settings) && !shared);
  return {
    /** How long the result cache may hold the result; 0 bypasses it. */
    resultSeconds: isStored || (cache && hasFlushed) ? seconds : 0,
    /** For proxies and browsers, if the answer shows the newest revision. */
    caching: isStored ? { seconds, browserSeconds, isPrivate } : NO_STORE,
    /** How the response cache may hold the answer; undefined if it may not. */
    byUrl: isByUrl ? { seconds, isForAnyOrigin: settings.cors.origins.includes('*') } : undefined,
  };
}

/**
 * Parameters that other parts read, or that are common though ignored (interface: `img`). `_` is left out: jQuery adds
 * a new value to each URL, so no such URL comes again.
 */
const ALWAYS_READ = new Set(['callback', 'img']);

/** Parameters that nothing reads would fill the cache with the same answer under many URLs. */
function hasOnlyDeclared(query: Query, shapes: readonly Shape[]): boolean {
  return query.keys().every((name) => ALWAYS_READ.has(name) || shapes.some((shape) => isDeclared(shape, name)));
}
