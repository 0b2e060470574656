import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSharedIndex } from '../../src/app/index/index-threads.ts';
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
