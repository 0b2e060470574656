import type { Logger } from 'pino';
import { openCatalogue } from '../catalogue/sqlite/catalogue.ts';
import type { Config } from '../config/settings.ts';
import { openCachePurge } from '../http/purge/cache-purge.ts';
import { SCHEDULE } from '../http/purge/schedule.ts';
import { sendPurge } from '../http/purge/send-purge.ts';
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
      send: (announcement, signal) => sendPurge(announcement, config.purge.method, signal),
      report: ({ error, ...where }) => log.warn({ err: error, ...where }, 'a proxy was not told of a change'),
    }),
  );
  return stack;
}
