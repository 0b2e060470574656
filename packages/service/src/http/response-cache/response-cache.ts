import { LRUCache } from 'lru-cache';
import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import { type AcceptedFormat, acceptedFormat } from '../../api/pictures/accepted-format.ts';
import { type Holding, holdsAt } from '../../api/validity.ts';
import { type Answer, notModifiedOf, type PlainRequest, requestHeader } from '../answer.ts';
import { namesTag } from '../conditions.ts';
import { type Encoding, encodingFor } from '../encoding.ts';
import { expiryOf } from './cache-policy.ts';
import { HEAD_ROOM, LONGEST_SHORT_BYTES, withHeadRoom } from './single-write.ts';

/** Longest URL that is cached, in characters. */
const MAX_URL = 2000;
/** A response that would be given for a shorter time, in milliseconds, isn't cached. */
const MIN_MS = 1000;
/** Memory of a cached response besides its body and URL, in bytes. */
const BYTES_EACH = 1536;

/** Cache of a thread's recent responses by URL, as the URL was written. */
export interface ResponseCache {
  /**
   * Returns the cached response, or 304 if the caller has it; undefined on a miss and after a change of the catalogue.
   */
  get(request: PlainRequest, model: CatalogueModel): Answer | undefined;
  /** Caches a response with status 200 to a request without a token; ignores others. */
  set(request: PlainRequest, model: CatalogueModel, answer: Answer, options: CacheOptions): void;
  clear(): void;
  /** Number of calls of `clear`. A response that was begun before the last one must not be set. */
  clears(): number;
  /** Figures since it was opened. */
  figures(): ResponseCacheFigures;
}

export interface ResponseCacheFigures {
  /** URLs with a cached response. */
  readonly entries: number;
  /** Estimated memory of bodies, URLs and the entries themselves. */
  readonly bytes: number;
}

/** Lifetime of a cached response, and the request headers it depends on. */
interface CacheOptions {
  /** How long the response may be used again. */
  readonly seconds: number;
  /** The content coding that the caller prefers, or the kind of pictures it accepts, if the response depends on it. */
  readonly variant?: Variant;
  /** True if the response does not depend on the Origin header. */
  readonly isForAnyOrigin: boolean;
  /** True if the response holds absolute addresses, which begin with origin and prefix of the request. */
  readonly isOfPlace?: boolean;
  /** When it holds, if it follows the clock. */
  readonly holds?: Holding | undefined;
}

interface CachedResponse {
  readonly answer: Answer;
  readonly notModified: Answer;
  readonly isForAnyOrigin: boolean;
  readonly until: number;
  readonly holds: Holding | undefined;
}

/** What the response to a URL may depend on, read off the request. No URL has responses of both kinds. */
export type Variant = Encoding | AcceptedFormat;

/** The responses of one URL: one per variant, or one for any. */
type Variants = Partial<Readonly<Record<Variant | 'any', CachedResponse>>>;

/** Stands under the URL of responses that are cached by origin, prefix and URL. */
const BY_PLACE: Variants = {};

/**
 * Opens a cache of at most `megabytes` that evicts the least recently used URLs, but first of all the bodies that are in files,
 * which are then read for each response.
 */
export function openResponseCache({
  megabytes,
  now = () => performance.now(),
  clock = Date.now,
}: {
  readonly megabytes: number;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
  /** The time of day in epoch milliseconds. */
  readonly clock?: () => number;
}): ResponseCache {
  const cache = new LRUCache<string, Variants>({
    maxSize: Math.max(1, Math.floor(megabytes * 2 ** 20)),
    disposeAfter: (variants, url, reason) => {
      const heads = reason === 'evict' ? headsOf(variants) : undefined;
      if (heads) cache.set(url, heads);
    },
    sizeCalculation: (variants, url) =>
      Object.values(variants).reduce((sum, { answer }) => sum + BYTES_EACH + bodyBytes(answer), 2 * url.length + 1),
  });
  let clears = 0;
  /** The model of the cached responses; each revision has its own object. */
  let current: CatalogueModel | undefined;

  /** Clears the cache unless its responses belong to this model. Returns true if it did. */
  function clearIfChanged(model: CatalogueModel): boolean {
    if (model === current) return false;
    current = model;
    cache.clear();
    return true;
  }

  return {
    get(request, model) {
      if (clearIfChanged(model) || !isCacheable(request)) return undefined;
      const found = cache.get(request.target);
      const variants = found === BY_PLACE ? cache.get(ofPlace(request)) : found;
      if (variants === undefined) return undefined;
      const cached =
        variants.any ??
        variants[encodingFor(requestHeader(request, 'accept-encoding'))] ??
        variants[acceptedFormat(requestHeader(request, 'accept'))];
      if (cached === undefined || cached.until <= now()) return undefined;
      const { answer, notModified, isForAnyOrigin, holds } = cached;
      if (!holdsAt(holds, clock())) return undefined;
      if (!isForAnyOrigin && request.headers['origin'] !== undefined) return undefined;
      const condition = requestHeader(request, 'if-none-match');
      const etag = answer.headers['etag'];
      if (condition === undefined || etag === undefined) return answer;
      return condition === etag || namesTag(condition, etag.slice(1, -1)) ? notModified : answer;
    },
    set(request, model, answer, { seconds, variant = 'any', isForAnyOrigin, isOfPlace = false, holds }) {
      if (answer.status !== 200 || !isCacheable(request) || seconds <= 0) return;
      if (holds && holds.until - clock() < MIN_MS) return;
      // A slow answer may belong to an older revision and is not cached. The first model seen counts as current.
      current ??= model;
      if (model !== current) return;
      const until = expiryOf(now(), seconds);
      const { body } = answer;
      const own = body instanceof Uint8Array ? { ...answer, body: withHeadRoom(body) } : answer;
      const cached = { answer: own, notModified: notModifiedOf(answer), isForAnyOrigin, until, holds };
      if (isOfPlace) cache.set(request.target, BY_PLACE);
      const url = isOfPlace ? ofPlace(request) : request.target;
      cache.set(url, { ...cache.peek(url), [variant]: cached });
    },
    clear: () => {
      clears += 1;
      cache.clear();
    },
    clears: () => clears,
    figures: () => ({ entries: cache.size, bytes: cache.calculatedSize }),
  };
}

/** Unambiguous, because targets begin with `/`, and neither origin nor prefix has a blank. */
function ofPlace({ place, target }: PlainRequest): string {
  const { origin = 'none', prefix } = place?.() ?? { prefix: '' };
  return `${origin}${prefix} ${target}`;
}

/** True if the response depends only on URL, coding and origin; other requests are never answered from the cache. */
function isCacheable({ method, target, headers }: PlainRequest): boolean {
  if (method !== 'GET' || target.length > MAX_URL) return false;
  if (headers['range'] !== undefined || headers['if-range'] !== undefined) return false;
  return headers['if-match'] === undefined && headers['authorization'] === undefined;
}

/** Returns responses without the bodies that their files have; undefined if there are none. */
function headsOf(variants: Variants): Variants | undefined {
  const heads = Object.entries(variants).map(([variant, { answer, ...others }]) => {
    const { body, ...head } = answer;
    return [variant, { ...others, answer: head.file ? head : answer }] as const;
  });
  const hasBody = Object.values(variants).some(({ answer }) => answer.file !== undefined && answer.body !== undefined);
  return hasBody ? Object.fromEntries(heads) : undefined;
}

/** A short body counts twice, because it is stored a second time together with its head (single-write.ts). */
function bodyBytes({ body }: Answer): number {
  if (!(body instanceof Uint8Array)) return 0;
  return body.length > LONGEST_SHORT_BYTES ? HEAD_ROOM + body.length : 2 * body.length;
}
