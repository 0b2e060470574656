import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { catalogueIdentity } from '../../src/app/catalogue-stores.ts';
import { openBaseBuilder } from '../../src/app/index/base-builder.ts';
import { openSharedIndex } from '../../src/app/index/index-threads.ts';
import { readIndexFile } from '../../src/search/columnar/index-file.ts';
import { sampleFolder } from './service.ts';

test('a build starts only after the thread of the previous one has written its file and exited', async () => {
  using folder = await sampleFolder();
  const file = join(folder.path, 'search.index');
  const identity = catalogueIdentity(folder.path);
  let running = 0;
  let most = 0;
  const count = (message: unknown) => {
    running += 1;
    most = Math.max(most, running);
    (message as { worker: Worker }).worker.once('exit', () => {
      running -= 1;
    });
  };
  subscribe('worker_threads', count);
  try {
    await using builder = openBaseBuilder({ storage: { data: folder.path }, file, identity }, assert.fail);
    for (let i = 0; i < 4; i++) {
      await builder.build();
      if (i > 0) assert.ok(readIndexFile(file, identity));
    }
  } finally {
    unsubscribe('worker_threads', count);
  }
  assert.equal(most, 1);
});

test('leftovers of killed builders are removed at the start', async () => {
  using folder = await sampleFolder();
  const leftovers = ['search.index.new', 'search.index.0f3a.new'];
  for (const name of leftovers) writeFileSync(join(folder.path, name), 'part');
  {
    await using index = openSharedIndex({ data: folder.path });
    await index.reach();
    // A builder of this index may be writing another such file.
    const left = readdirSync(folder.path);
    assert.deepEqual(
      leftovers.filter((name) => left.includes(name)),
      [],
    );
  }
});
