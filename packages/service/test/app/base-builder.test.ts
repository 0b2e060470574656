import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { buildBase } from '../../../columnar/src/build-base.ts';
import type { OpenTexts } from '../../../columnar/src/build-texts.ts';
import { ThreadGone } from '../../../core/src/concurrency/calls.ts';
import { openSharedIndex } from '../../src/app/index/index-threads.ts';
import { openTextsThread } from '../../src/app/index/text-calls.ts';
import { openIndexSource } from '../../src/catalogue/sqlite/index-source.ts';
import { sampleFolder } from './breakable-service.ts';

test('leftovers of killed builders are removed at the start', async () => {
  using folder = await sampleFolder();
  const leftovers = ['search.index.new', 'search.index.0f3a.new'];
  for (const name of leftovers) writeFileSync(join(folder.path, name), 'part');
  {
    await using index = openSharedIndex({ data: folder.path });
    await index.reach();
    // A builder of this index may be writing another such file.
    const left = readdirSync(folder.path);
    const stillThere = leftovers.filter((name) => left.includes(name));
    assert.deepEqual(stillThere, []);
  }
});

for (const dies of ['add', 'end'] as const) {
  test(`a build whose thread for texts dies before "${dies}" fails, and the next one succeeds`, async () => {
    using folder = await sampleFolder();
    await using source = openIndexSource({ directory: folder.path });
    const started = once(process, 'worker') as Promise<[Worker]>;
    const openDying: OpenTexts = (shape) => {
      const texts = openTextsThread(shape);
      const before = async (call: string) => call === dies && (await started)[0].terminate();
      return {
        add: async (all) => {
          await before('add');
          return await texts.add(all);
        },
        end: async () => {
          await before('end');
          return await texts.end();
        },
        [Symbol.dispose]: () => texts[Symbol.dispose](),
      };
    };
    await assert.rejects(buildBase(source, 'UTC', openDying), ThreadGone);
    assert.ok((await buildBase(source, 'UTC', openTextsThread)).docs > 0);
  });
}
