import type { Logger } from 'pino';
import { openCatalogue } from '../catalogue/sqlite/catalogue.ts';
import type { Config } from '../config/settings.ts';
import { openCachePurge, SCHEDULE, sendPurge } from '../http/cache-purge.ts';
import { catalogueAt } from './index/source.ts';

/**
 * Follows the catalogue and announces every change to the caches in front, so that they don't serve outdated answers.
 */
export function startCachePurge(config: Config, log: Logger): AsyncDisposable {
  const stack = new AsyncDisposableStack();
  const catalogue = stack.use(openCatalogue(catalogueAt(config)));
  stack.use(
    openCachePurge({
      proxies: config.purge.proxies,
      schedule: SCHEDULE,
      revision: async () => (await catalogue.snapshot()).revision,
      send: (purge, signal) => sendPurge(purge, config.purge.method, signal),
      report: ({ error, ...where }) => log.warn({ err: error, ...where }, 'a proxy was not told of a change'),
    }),
  );
  return stack;
}
