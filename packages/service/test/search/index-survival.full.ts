/** After a kill at any moment, the service finds at its next start what the reference finds. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openColumnarSearch } from '../../../columnar/src/columnar-search.ts';
import type { SearchIndex } from '../../../columnar/src/search-index.ts';
import { openViews } from '../../../columnar/src/views.ts';
import { seeded } from '../../../columnar/test/random.ts';
import { drawQuery } from '../../../columnar/test/random-queries.ts';
import { viewerFor } from '../../../core/src/domain/permissions.ts';
import { SEED } from '../../../core/test/support/seed.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { openSharedIndex } from '../../src/app/index/index-threads.ts';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { fill } from './random-catalogue.ts';
import { ASSETS, POOLS } from './random-world.ts';
import { openReferenceSearch } from './reference/search.ts';

const ROUNDS = Number(process.env['SURVIVAL_ROUNDS'] || 10);
const PROGRAM = fileURLToPath(new URL('./changing-program.ts', import.meta.url));
const { signal } = new AbortController();

test(`searches are right after each of ${ROUNDS} kill -9 during commits, builds and writes of the index file`, async () => {
  const directory = newFolder();
  const random = seeded(SEED);
  {
    await using writer = openCatalogueWriter({ directory });
    await fill(writer, random, ASSETS);
  }
  for (let round = 0; round < ROUNDS; round++) {
    const child = spawn(process.execPath, [PROGRAM, directory, String(SEED + round)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await delay(random.between(0, 400));
    await kill(child);

    await using stack = new AsyncDisposableStack();
    const catalogue = stack.use(openCatalogue({ directory }));
    const reference = openReferenceSearch(catalogue);
    const shared = stack.use(openSharedIndex({ data: directory }));
    const columnar: SearchIndex = openColumnarSearch({
      catalogue,
      views: openViews(shared.reach, { waitSeconds: 60 }),
    });
    const model = (await catalogue.snapshot()).model;
    for (let i = 0; i < 60; i++) {
      const query = drawQuery(random, model, POOLS, viewerFor(model, { id: undefined, groups: [1, 2] }));
      assert.deepEqual(await columnar.find(query, { signal }), await reference.find(query, { signal }));
    }
  }
});

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
