/** How long the answers to a request may be kept: by caches on their way, and here under the address as it was written. */
import type { Shape } from '../../api/params.ts';
import type { Query } from '../../api/query.ts';
import { isDeclared } from '../../api/read-params.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { EndpointSettings } from '../../config/endpoint-settings.ts';
import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import { type Answer, plainRequest, type Request } from '../answer.ts';
import { needsToken } from '../authentication.ts';
import { type Caching, NO_STORE } from '../reply.ts';
import type { KeepOptions, RepeatedAnswers } from './repeated.ts';

export interface Keeping {
  /** Of an answer that is made of this state now. */
  cachingNow(of: CatalogueModel): Caching;
  /** The next request for this address is answered with the same. */
  remember(of: CatalogueModel, answer: Answer, caching: Caching, options: Pick<KeepOptions, 'encoding'>): void;
}

export interface Asked {
  readonly request: Request;
  readonly query: Query;
  /** What the operation reads. */
  readonly shapes: readonly Shape[];
  readonly settings: EndpointSettings;
  /** False where the request itself wants nothing kept. */
  readonly isLasting: boolean;
}

export function openKeeping(
  catalogue: Pick<Catalogue, 'revision'>,
  repeated: Pick<RepeatedAnswers, 'keep'>,
): (asked: Asked) => Keeping {
  return ({ request, query, shapes, settings, settings: { cache }, isLasting }) => ({
    // A cache in front that has just dropped what is old must not take in what was overtaken while it was made.
    cachingNow: (of) =>
      isLasting && catalogue.revision() === of.revision
        ? {
            seconds: cache.seconds,
            browserSeconds: cache.browserSeconds,
            isPrivate: needsToken(settings) && !cache.shared,
          }
        : NO_STORE,
    remember(of, answer, { seconds }, options) {
      // Another user may not see the answer. `cache.shared` applies to proxies; the service verifies every token.
      if (needsToken(settings) || seconds === 0 || !hasOnlyKnown(query, shapes)) return;
      const isForAnyOrigin = settings.cors.origins.includes('*');
      repeated.keep(plainRequest(request), of, answer, { seconds, isForAnyOrigin, ...options });
    },
  });
}

/** Read by other parts, or in use though ignored (interface: `img`); jQuery adds `_` to each address, so with it none comes again. */
const KNOWN_TO_ALL = new Set(['callback', 'img']);

/** Parameters that are heeded by nobody would fill the memory with one answer under many addresses. */
function hasOnlyKnown(query: Query, shapes: readonly Shape[]): boolean {
  return query.keys().every((name) => KNOWN_TO_ALL.has(name) || shapes.some((shape) => isDeclared(shape, name)));
}
