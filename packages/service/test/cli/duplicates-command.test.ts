import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { copySample } from '../support/sample.ts';
import { abs } from './copy-world.ts';

test('abs duplicates lists groups among all assets, as a table or JSON', async () => {
  using folder = temporaryFolder();
  await copySample(folder.path);
  const run = (...args: readonly string[]) =>
    abs(['duplicates', '--data', folder.path, ...args], { ABS_SIMILAR_DUPLICATE_DISTANCE: '0.001' });
  const table = await run();
  assert.equal(table.status, 0, table.stderr);
  const [head, first, second] = table.stdout.split('\n');
  assert.match(head ?? '', /^KIND +ASSET +BYTES +NAME$/);
  assert.match(first ?? '', /^exact +1000 +\d+ +dawn <b>\.jpg$/);
  assert.match(second ?? '', /^ +\d+ +\d+ +\S/);
  const { pending, groups } = JSON.parse((await run('--json')).stdout);
  assert.equal(pending, 0);
  for (const { kind, assets } of groups) {
    assert.match(kind, /^(?:exact|near)$/);
    assert.ok(assets.length > 1);
  }
  assert.equal(groups[0].assets[0].name, 'dawn <b>.jpg');
  assert.equal((await abs(['duplicates', '--data', `${folder.path}/none`])).status, 1);
});
