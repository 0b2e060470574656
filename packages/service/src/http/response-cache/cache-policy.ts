/** Decides how long proxies and browsers may cache an answer, and whether this service caches it by its address. */
import type { Shape } from '../../api/params.ts';
import type { Query } from '../../api/query.ts';
import { isDeclared } from '../../api/read-params.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { EndpointSettings } from '../../config/endpoint-settings.ts';
import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import { type Answer, plainRequest, type Request } from '../answer.ts';
import { needsToken } from '../authentication.ts';
import { type Caching, NO_STORE } from '../reply.ts';
import type { CacheOptions, ResponseCache } from './response-cache.ts';

/** Caching decisions for one request. */
export interface CacheDecisions {
  /** Caching of an answer made from this state of the catalogue; `NO_STORE` if a newer revision exists. */
  cachingOf(of: CatalogueModel): Caching;
  /** Caches the answer for further requests with the same address. */
  store(of: CatalogueModel, answer: Answer, caching: Caching, options: Pick<CacheOptions, 'encoding'>): void;
}

/** The parts of a request that decide about caching. */
export interface CacheInput {
  readonly request: Request;
  readonly query: Query;
  /** Parameters that the operation reads. */
  readonly shapes: readonly Shape[];
  readonly settings: EndpointSettings;
  /** False if the request itself forbids caching (`cache=false` or `flush=true`). */
  readonly isLasting: boolean;
}

/** Returns the function that decides about the caching of one request's answer. */
export function openCachePolicy(
  catalogue: Pick<Catalogue, 'revision'>,
  responses: Pick<ResponseCache, 'set'>,
): (asked: CacheInput) => CacheDecisions {
  return ({ request, query, shapes, settings, settings: { cache }, isLasting }) => ({
    // A cache in front that was just purged must not store an answer that became outdated while it was made.
    cachingOf: (of) =>
      isLasting && catalogue.revision() === of.revision
        ? {
            seconds: cache.seconds,
            browserSeconds: cache.browserSeconds,
            isPrivate: needsToken(settings) && !cache.shared,
          }
        : NO_STORE,
    store(of, answer, { seconds }, options) {
      // Another user may not be allowed to see the answer. `cache.shared` is for proxies; the service verifies every
      // token.
      if (needsToken(settings) || seconds === 0 || !hasOnlyKnown(query, shapes)) return;
      const isForAnyOrigin = settings.cors.origins.includes('*');
      responses.set(plainRequest(request), of, answer, { seconds, isForAnyOrigin, ...options });
    },
  });
}

/**
 * Parameters that other parts read, or that are common though ignored (interface: `img`). `_` is left out: jQuery adds
 * a new value to each address, so no such address comes again.
 */
const KNOWN_TO_ALL = new Set(['callback', 'img']);

/** Parameters that nothing reads would fill the cache with the same answer under many addresses. */
function hasOnlyKnown(query: Query, shapes: readonly Shape[]): boolean {
  return query.keys().every((name) => KNOWN_TO_ALL.has(name) || shapes.some((shape) => isDeclared(shape, name)));
}
