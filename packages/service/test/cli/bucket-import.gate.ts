/** `abs import s3://bucket/prefix` from a real S3 server: as of a folder, with what has changed, and what is away. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startRadosgw } from '../../../core/test/support/servers/radosgw.ts';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { openStorage } from '../../src/app/storage.ts';
import { recordsOf } from '../support/records.ts';
import { sidecar, title } from '../transfer/folder/imported.ts';
import { abs } from './copy-world.ts';

const server = await startRadosgw();
const skip = typeof server === 'string' && server;
const TITLE = 900_001;

test('a bucket is imported and updated by the rules of a folder', { skip }, async (context) => {
  assert.ok(typeof server !== 'string');
  context.after(() => server[Symbol.asyncDispose]());
  await server.makeBucket('pictures');
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const config = join(folder.path, 'abs.config.json');
  writeFileSync(config, JSON.stringify({ data, originals: { endpoint: server.url, pathStyle: true } }));
  const temporary = join(folder.path, 'temporary');
  mkdirSync(temporary);
  const keys = {
    AWS_ACCESS_KEY_ID: server.accessKeyId,
    AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
    TMPDIR: temporary,
  };
  const run = async (...args: readonly string[]) => {
    const result = await abs(['import', 's3://pictures/press/', '--config', config, ...args], keys);
    assert.doesNotMatch(result.stderr, new RegExp(server.secretAccessKey));
    return result;
  };
  const put = async (key: string, body: string) => {
    const path = key.split('/').map(encodeURIComponent).join('/');
    assert.ok((await server.fetch(`/pictures/${path}`, { method: 'PUT', body })).ok, key);
  };
  const remove = async (key: string) => {
    assert.ok((await server.fetch(`/pictures/${key}`, { method: 'DELETE' })).ok, key);
  };
  const assets = async () => {
    await using storage = await openStorage({ data });
    const { trees } = (await storage.catalogue.snapshot()).model;
    const pathOf = (id: number) => trees.path(id).map(({ name }) => String(name));
    const records = await recordsOf(storage.catalogue);
    return new Map(
      records.map(({ source, nodes, fields, active }) => [
        source?.path,
        { node: nodes.map(pathOf).join(), title: fields.get(TITLE), version: active.version, size: active.size },
      ]),
    );
  };

  const odd = 'a b+c%20é(1).txt';
  await put('outside.txt', 'not below the prefix');
  await put('press/', '');
  for (const path of ['lake.txt', `2024/Zürich/${odd}`, '2024/a.tmp', '.hidden/x.txt', 'raw/a.raw', 'raw/keep/b.raw']) {
    await put(`press/${path}`, path);
  }
  await put('press//no path.txt', 'x');
  await put('press/raw/.absignore', '*.raw\n!keep/*.raw\n');
  await put('press/lake.txt.xmp', sidecar(title('Lake')));
  await put('press/raw/a.raw.xmp', sidecar(title('Left out')));
  for (let file = 0; file < 25; file += 1) await put(`press/many/${file}.txt`, `${file}`);
  const first = await run();
  assert.equal(first.status, 0, first.stderr);
  assert.match(first.stderr, /"\/no path\.txt": the key is no path and is not imported/);
  assert.match(first.stderr, /s3:\/\/pictures\/press\/: 28 added, 0 changed, 0 unchanged, 0 removed\n/);
  const found = await assets();
  assert.deepEqual(found.get('lake.txt'), { node: 'press', title: 'Lake', version: 1, size: 8 });
  assert.equal(found.get(`2024/Zürich/${odd}`)?.node, 'press,2024,Zürich');
  assert.ok(found.has('raw/keep/b.raw') && !found.has('raw/a.raw'));
  assert.deepEqual(readdirSync(temporary), []);

  assert.match((await run()).stderr, /0 added, 0 changed, 28 unchanged, 0 removed\n/);
  await put('press/lake.txt', 'other bytes');
  await put('press/lake.txt.xmp', sidecar(title('Tarn')));
  await remove('press/many/0.txt');
  const second = await run('--prune');
  assert.match(second.stderr, /0 added, 1 changed, 26 unchanged, 1 removed\n/, second.stderr);
  assert.deepEqual((await assets()).get('lake.txt'), { node: 'press', title: 'Tarn', version: 2, size: 11 });

  for (let file = 1; file < 25; file += 1) await remove(`press/many/${file}.txt`);
  const away = await run('--prune');
  assert.equal(away.status, 1);
  assert.match(away.stderr, /nothing is removed: 24 of 27 known files are missing, and that is more than half/);
  assert.match((await run('--prune=all')).stderr, /24 removed\n/);
  assert.match((await abs(['sources', '--data', data])).stdout, /Z {2}3 +s3:\/\/pictures\/press\n/);

  const wrong = [
    [['s3://no-such-bucket/x'], /SOURCE: there is no bucket "no-such-bucket"/, 1],
    [['s3://pictures/pres/'], /s3:\/\/pictures\/pres: nothing in the bucket has this address/, 0],
    [['s3://pictures/press', '--watch'], /--watch follows folders/, 2],
    [['s3://Ünsinn/x'], /no address such as s3:\/\/bucket\/prefix/, 1],
  ] as const;
  for (const [args, message, status] of wrong) {
    const told = await abs(['import', ...args, '--config', config], keys);
    assert.deepEqual([told.status, message.test(told.stderr)], [status, true], told.stderr);
  }
  const keyless = await abs(['import', 's3://pictures/press', '--config', config]);
  assert.deepEqual([keyless.status, /SOURCE needs an access key/.test(keyless.stderr)], [1, true], keyless.stderr);
});
