/**
 * `npm run bench:nodes`: nodes over PostgreSQL, radosgw and Redis beside one machine over SQLite. Starts all servers itself.
 * Exit status 1 where a figure is missed.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { NO_HAPROXY } from '../../test/support/servers/haproxy.ts';
import { NO_POSTGRES } from '../../test/support/servers/postgres.ts';
import { NO_REDIS } from '../../test/support/servers/redis.ts';
import { beside } from '../beside.ts';
import { isInstalled } from '../renditions/programs.ts';
import { runCommand } from '../service.ts';
import { benchAnswers } from './answers.ts';
import { benchSharedImport } from './import.ts';
import { benchLargeTree } from './large-tree.ts';
import { benchNewNode } from './new-node.ts';
import { benchScale } from './scale.ts';
import { type NodeSettings, openStores, type Stores } from './stores.ts';
import { benchVisibleOnAll } from './visible.ts';

const { values } = parseArgs({
  options: {
    /** Where catalogues in SQLite are made, and found by the next run. */
    folder: { type: 'string', default: join(tmpdir(), 'abs-bench-nodes') },
    museum: { type: 'string', default: beside('data/museum') },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    /** Changes whose visibility is measured. */
    changes: { type: 'string', default: '300' },
    /** Assets of the part `new-node`, which takes minutes and runs only if `--only` names it. */
    assets: { type: 'string', default: '1000000' },
    /** Parts to run, separated by commas. */
    only: { type: 'string', default: 'import,answers,visible,scale,tree' },
  },
});
const { folder, museum } = values;
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];

const missing = [
  NO_POSTGRES,
  NO_REDIS,
  NO_HAPROXY,
  !isInstalled('taskset', '--version') && 'taskset is not here',
  !isInstalled('which', 'wrk') && 'wrk is not here',
  !isInstalled('which', 'h2load') && 'h2load is not here',
  !existsSync(museum) && `there is no ${museum}`,
].filter((reason) => reason !== false);
const opened = missing.length === 0 ? await openStores() : missing.join('; ');
if (typeof opened === 'string') console.log(`not measured: ${opened}`);
else {
  await using stores = opened;
  mkdirSync(folder, { recursive: true });
  await runParts(stores);
}

async function runParts(stores: Stores): Promise<void> {
  const local = join(folder, 'museum');
  if (!existsSync(local)) await runCommand(['import', museum, '--data', local]);
  const shared = stores.newFolder();
  let imported: Promise<NodeSettings> | undefined;
  const museumSettings = () => {
    imported ??= stores.create().then(async (settings) => {
      await runCommand(['import', museum, '--data', shared], settings);
      return settings;
    });
    return imported;
  };
  const parts: Readonly<Record<string, () => Promise<void>>> = {
    import: () => benchSharedImport(stores, museum, rounds),
    answers: async () => benchAnswers({ folder, local, shared, settings: await museumSettings() }, { rounds, seconds }),
    visible: async () => benchVisibleOnAll(stores, await museumSettings(), Number(values.changes)),
    scale: async () => benchScale(stores, await museumSettings(), { folder, local, rounds, seconds }),
    tree: () => benchLargeTree(stores, rounds),
    'new-node': () => benchNewNode(stores, { folder, assets: Number(values.assets), rounds }),
  };
  for (const name of values.only.split(',')) {
    const part = parts[name];
    if (!part) throw new Error(`--only names one or more of ${Object.keys(parts).join(', ')}`);
    await part();
  }
}
