import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openStore } from '../transfer/bundle/store.ts';
import { filesBelow, makeSmallDemo, type SmallDemo } from './small-demo.ts';

let demo: SmallDemo;
before(async () => {
  demo = await makeSmallDemo();
});
after(async () => {
  await demo[Symbol.asyncDispose]();
});

test('the service imports the demo, and warns only of the file that is unknown on purpose', async () => {
  await using store = openStore();
  const imported = await store.importFrom(demo.directory);
  assert.deepEqual(
    imported.warnings.map((warning) => warning.slice(0, 27)),
    ['"models/pack-sattel.vloom":'],
  );
  const { reviews, languages, default_language: _, ...kinds } = demo.bundle;
  const objects = Object.values(kinds).reduce((sum, { length }) => sum + length, 0);
  assert.ok(reviews.length > 20 && languages.length === 2);
  assert.deepEqual([imported.added, imported.changed, imported.unchanged], [objects, 0, 0]);
});

test('the same day gives the same bytes', async () => {
  await using again = await makeSmallDemo();
  assert.deepEqual(await hashesBelow(again.directory), await hashesBelow(demo.directory));
});

async function hashesBelow(directory: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const file of (await filesBelow(directory)).toSorted()) {
    hashes[file] = createHash('sha256')
      .update(await readFile(join(directory, file)))
      .digest('hex');
  }
  return hashes;
}
