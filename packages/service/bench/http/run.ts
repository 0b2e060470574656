/** `npm run bench:http`: answers over HTTP beside their peers, over the museum. Exit status 1 where a figure is missed. */
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { beside } from '../beside.ts';
import { isInstalled } from '../renditions/programs.ts';
import { runCommand } from '../service.ts';
import { benchCached } from './cached.ts';
import { benchDirectus } from './directus.ts';
import { benchSearches } from './searches.ts';
import { benchSessions } from './sessions.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(tmpdir(), 'abs-bench-http') },
    museum: { type: 'string', default: beside('data/museum') },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    'overload-seconds': { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
  },
});
const { folder, museum, only } = values;
const options = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  overloadSeconds: Number(values['overload-seconds']),
};
if (!isInstalled('taskset', '--version') || !isInstalled('which', 'wrk'))
  console.log('not measured: wrk or taskset is not installed');
else if (!existsSync(museum)) console.log(`not measured: there is no ${museum}`);
else {
  mkdirSync(folder, { recursive: true });
  const data = join(folder, 'museum');
  if (!existsSync(data)) await runCommand(['import', museum, '--data', data]);
  const parts: Readonly<Record<string, () => Promise<void>>> = {
    cached: () => benchCached(folder, data, options),
    sessions: () => benchSessions(folder, options),
    searches: () => benchSearches(folder, data, options),
    directus: () => benchDirectus(folder, { data, museum }, options),
  };
  for (const [name, bench] of Object.entries(parts)) if (only === '' || only.split(',').includes(name)) await bench();
}
