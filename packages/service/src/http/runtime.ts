import type { Services } from '../api/operation.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Config } from '../config/settings.ts';
import type { MessagesOf } from './context.ts';
import type { FlushCache } from './response-cache/cache-flush.ts';
import type { ResponseCache } from './response-cache/response-cache.ts';
import type { Results } from './response-cache/results.ts';

/** What operations need in order to run. */
export interface Runtime {
  readonly catalogue: Catalogue;
  readonly services: Services;
  readonly config: Config;
  readonly messagesOf: MessagesOf;
  readonly results: Results;
  readonly responses: ResponseCache;
  readonly flushCache: FlushCache;
}
