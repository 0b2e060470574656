/** `abs copy` from one data folder to another. */
import assert from 'node:assert/strict';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathInFolder } from '../../../core/src/originals/folder.ts';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { openStorage } from '../../src/app/storage.ts';
import { abs, contentsOfStores, makeSource, placesOfWebhooks, WEBHOOKS_ELSEWHERE } from './copy-world.ts';

test('a copy holds everything, gives no ID of its source again, and a second one copies nothing', async () => {
  using folder = temporaryFolder();
  const [from, to] = [join(folder.path, 'a'), join(folder.path, 'b')];
  await makeSource(from);
  const first = await abs(['copy', '--from', from, '--to', to]);
  assert.equal(first.status, 0, first.stderr);
  assert.match(first.stderr, /^originals: 7 of 7 copied\n(.*\n)*the copy is complete\n$/m);
  const source = await contentsOfStores({ data: from });
  assert.deepEqual(await contentsOfStores({ data: to }), source);
  assert.deepEqual(await placesOfWebhooks({ data: to }), WEBHOOKS_ELSEWHERE);
  assert.ok(source.reviews.length > 2 && source.pins.length === 1 && source.tokens.length === 2);
  assert.equal(source.lastIds.asset, 5000);

  const second = await abs(['copy', '--from', from, '--to', to]);
  assert.equal(second.status, 0, second.stderr);
  assert.match(second.stderr, /^originals: 0 of 7 copied\n/m);
  assert.deepEqual(await contentsOfStores({ data: to }), source);
  assert.match((await abs(['check', '--data', to])).stderr, /everything is in order/);
});

test('an earlier copy follows what was changed and removed, also after it has served', async () => {
  using folder = temporaryFolder();
  const [from, to] = [join(folder.path, 'a'), join(folder.path, 'b')];
  await makeSource(from);
  assert.equal((await abs(['copy', '--from', from, '--to', to])).status, 0);
  {
    await using source = await openStorage({ data: from });
    await source.writer.change(async (changes) => {
      await changes.remove('asset', 1003);
      await changes.put('node', { id: 900, type: 101, name: 'New', position: 1, fields: new Map() });
      const [review] = await Array.fromAsync(source.reviews.all());
      if (review) await changes.removeReview(review);
    });
    await source.tokens.remove('press');
    await using copy = await openStorage({ data: to });
    await copy.writer.addDownloads('2026-04-01', new Map([[1000, 2]]));
  }
  const { status, stderr } = await abs(['copy', '--from', from, '--to', to]);
  assert.equal(status, 0, stderr);
  assert.deepEqual((await contentsOfStores({ data: to })).tokens, (await contentsOfStores({ data: from })).tokens);
  const { files: _, ...copied } = await contentsOfStores({ data: to });
  const { files: __, ...source } = await contentsOfStores({ data: from });
  assert.deepEqual(copied, source);
  const isCopied = copied.assets.some(({ id }) => id === 1003);
  assert.equal(isCopied, false);
});

test('originals that the source lacks or has damaged are named, and everything else is copied', async () => {
  using folder = temporaryFolder();
  const [from, to] = [join(folder.path, 'a'), join(folder.path, 'b')];
  await makeSource(from);
  const before = await contentsOfStores({ data: from });
  const [lost = '', damaged = ''] = [1000, 1003].map(
    (asset) => before.assets.find(({ id }) => id === asset)?.active.file?.sha256,
  );
  {
    await using source = await openStorage({ data: from });
    await source.originals.remove(lost);
  }
  const path = join(from, 'originals', pathInFolder(damaged));
  chmodSync(path, 0o600);
  writeFileSync(path, 'other bytes');
  const { status, stderr } = await abs(['copy', '--from', from, '--to', to]);
  assert.equal(status, 1);
  assert.match(stderr, new RegExp(`^original ${lost} of asset 100\\d, version \\d is missing in the source$`, 'm'));
  assert.match(stderr, new RegExp(`^original ${damaged} of asset 1003, version \\d is damaged in the source$`, 'm'));
  assert.match(stderr, /^the copy is not complete: 2 problems$/m);
  const { files, ...copied } = await contentsOfStores({ data: to });
  const { files: all, ...source } = before;
  assert.deepEqual(copied, source);
  const readable = Object.keys(all).filter((key) => key !== lost && key !== damaged);
  assert.deepEqual(Object.keys(files), readable);
});

test('a place is a configuration file or a data folder, and variables of the service mean neither', async () => {
  using folder = temporaryFolder();
  await makeSource(join(folder.path, 'a'));
  const place = (name: string) => join(folder.path, `${name}.json`);
  for (const name of ['a', 'b']) writeFileSync(place(name), JSON.stringify({ data: name, defaultLanguage: 'de' }));
  const copied = await abs(['copy', '--from', place('a'), '--to', place('b')], { ABS_DATA: join(folder.path, 'x') });
  assert.equal(copied.status, 0, copied.stderr);
  const [a, b] = ['a', 'b'].map((name) => ({ data: join(folder.path, name) })) as [{ data: string }, { data: string }];
  assert.deepEqual(await contentsOfStores(b), await contentsOfStores(a));

  const same = await abs(['copy', '--from', place('a'), '--to', a.data]);
  assert.equal(same.status, 2);
  assert.match(same.stderr, /^abs copy: --from and --to name the same stores\nUsage: abs copy --from A --to B\n/);
  const missing = await abs(['copy', '--from', place('c'), '--to', b.data]);
  assert.equal(missing.status, 2);
  assert.match(missing.stderr, /c\.json: the configuration file can't be read \(ENOENT\)/);
  const nothing = await abs(['copy', '--from', join(folder.path, 'none'), '--to', join(folder.path, 'new')]);
  assert.deepEqual([nothing.status, /there is no catalogue in/.test(nothing.stderr)], [1, true]);
  assert.deepEqual(readdirSync(folder.path).toSorted(), ['a', 'a.json', 'b', 'b.json']);
});
