/** Answers of a node over PostgreSQL, beside those of the same program over SQLite. */
import { join } from 'node:path';
import { asFastAsItGoes, writeScript } from '../http/load.ts';
import { startService } from '../http/servers.ts';
import { median, report } from '../report.ts';
import { PATIENT } from './cluster.ts';
import type { NodeSettings } from './stores.ts';

/** Folder with most assets of the museum. */
const FOLDER = 1;
/** As many as one search returns (`maxSearchResults`). */
const PAGES = 200;
const ORDERS = ['id', 'name', 'size', 'uploaddate', 'lastmodified'];
/** As many as keep one thread busy. */
const CONNECTIONS = 16;

/** A request of the museum whose answer is about ten kilobytes. */
export const CACHED_PATH = '/node.do?search=portrait&paginate=33&extended=true';
const ASKED_SHARE = { list: 0.6, cached: 0.95 };

interface Places {
  readonly folder: string;
  /** Data folder of the museum in SQLite. */
  readonly local: string;
  /** Data folder and settings of the museum in the shared stores. */
  readonly shared: string;
  readonly settings: NodeSettings;
}

interface Load {
  readonly rounds: number;
  readonly seconds: number;
}

/** Pages of 50 entries of a list in many orders, which no cache answers: so many that most assets are on one of them. */
export function listPages(): readonly string[] {
  const pages = Array.from({ length: PAGES }, (_, page) => page + 1);
  const orders = ORDERS.flatMap((word) => ['asc', 'desc'].map((seq) => `sort_order=${word}&sort_order_seq=${seq}`));
  return orders.flatMap((order) =>
    pages.map((page) => `/node.do?id=${FOLDER}&recursive=true&${order}&paginate=50&page=${page}&cache=false`),
  );
}

export async function benchAnswers(places: Places, load: Load): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const one = { threads: 1, core: 0 };
  const local = stack.use(await startService(places.local, { ...one, settings: PATIENT }));
  const shared = stack.use(await startService(places.shared, { ...one, settings: { ...PATIENT, ...places.settings } }));
  const parts = [
    {
      name: 'a list page of 50 entries that is not cached',
      asked: ASKED_SHARE.list,
      url: '',
      script: writeScript(join(places.folder, 'list-pages.lua'), listPages()),
      connections: CONNECTIONS,
    },
    { name: 'a cached answer', asked: ASKED_SHARE.cached, url: CACHED_PATH, script: undefined, connections: undefined },
  ];
  for (const { name, asked, url, script, connections } of parts) {
    const rates: Record<'local' | 'shared', number[]> = { local: [], shared: [] };
    // The first round is a warm-up.
    for (let round = 0; round <= load.rounds; round += 1) {
      for (const [key, service] of [['local', local] as const, ['shared', shared] as const]) {
        const options = {
          seconds: load.seconds,
          core: 1,
          ...(script && { script }),
          ...(connections && { connections }),
        };
        const { perSecond } = await asFastAsItGoes(service.url + url, options);
        if (round > 0) rates[key].push(perSecond);
      }
    }
    const share = median(rates.shared.map((rate, round) => rate / (rates.local[round] ?? Number.NaN)));
    report({
      name: `${name}, over PostgreSQL, one thread`,
      asked: `${asked} of SQLite's throughput`,
      measured: `${share.toFixed(2)} (${median(rates.shared).toFixed(0)}/s)`,
      peer: `over SQLite ${median(rates.local).toFixed(0)}/s`,
      isReached: share >= asked,
    });
  }
}
