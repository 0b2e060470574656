/** `npm run bench:search`: every figure of the search index over a generated catalogue; exit status 1 where one is missed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { beside } from '../beside.ts';
import { benchBuild } from './build.ts';
import { generatedCatalogue } from './catalogue.ts';
import { openChangingCopy } from './changing-copy.ts';
import { benchCounts } from './counts.ts';
import { benchDocuments, buildDocuments } from './documents.ts';
import { benchMerge } from './merge.ts';
import { benchMix } from './mix.ts';
import { benchMuseumFacets } from './museum-facets.ts';
import { benchService } from './service.ts';
import { benchSuggest } from './suggest.ts';
import { benchThreads } from './threads.ts';
import { benchValidity } from './validity.ts';
import { benchVisible } from './visible.ts';

const { values } = parseArgs({
  options: {
    /** Where the generated catalogue is, or is made, which takes minutes. */
    folder: { type: 'string', default: join(tmpdir(), 'abs-bench-search') },
    assets: { type: 'string', default: '1000000' },
    /** The first round is a warm-up. */
    rounds: { type: 'string', default: '5' },
    documents: { type: 'string', default: '100000' },
    museum: { type: 'string', default: beside('data/museum') },
    /** Runs only one of PARTS. */
    part: { type: 'string' },
  },
});
const { folder, museum } = values;
const [assets, rounds] = [Number(values.assets), Number(values.rounds)];
const catalogue = () => generatedCatalogue(folder, assets);

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  build: async () => benchBuild(await catalogue()),
  service: async () => benchService(await catalogue(), rounds),
  mix: async () => benchMix({ directory: await catalogue(), folder, assets, rounds }),
  threads: async () => benchThreads(await catalogue(), rounds),
  counts: async () => benchCounts(await catalogue(), rounds),
  suggest: async () => benchSuggest(await catalogue()),
  validity: async () => benchValidity(await catalogue(), assets, rounds),
  museum: () => benchMuseumFacets(museum),
  'documents-index': () => buildDocuments({ folder, documents: Number(values.documents) }),
  documents: () => benchDocuments({ folder, documents: Number(values.documents) }),
  changes: async () => {
    await using copy = await openChangingCopy(await catalogue(), assets);
    await benchVisible(copy);
    await benchMerge(copy);
  },
};

if (values.part === undefined) {
  // Each in a process of its own, because memory and caches of one would affect the next.
  for (const part of Object.keys(PARTS)) {
    const child = spawn(process.execPath, [...process.argv.slice(1), '--part', part], { stdio: 'inherit' });
    const [status] = await once(child, 'exit');
    if (status !== 0) process.exitCode = 1;
  }
} else {
  const run = PARTS[values.part];
  if (!run) throw new Error(`--part is one of ${Object.keys(PARTS).join(', ')}`);
  await run();
}
