/** `abs copy` between a data folder and real servers of PostgreSQL and S3, and when it is killed. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startRadosgw } from '../../../core/test/support/servers/radosgw.ts';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { storageSettings } from '../../src/app/storage.ts';
import { loadConfigOf } from '../../src/config/load.ts';
import { MAIN } from '../http/served-program.ts';
import { NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';
import { abs, contentsOfStores, makeSource } from './copy-world.ts';

/** Number of copies that are killed. */
const ROUNDS = Number(process.env['COPY_ROUNDS'] ?? 8);

const bucket = NO_POSTGRES || (await startRadosgw());
const skip = typeof bucket === 'string' && bucket;

test('a copy in PostgreSQL and S3, and a copy of that in a folder, equal the first', { skip }, async (context) => {
  assert.ok(typeof bucket !== 'string');
  context.after(() => bucket[Symbol.asyncDispose]());
  await using server = await startPostgres();
  using folder = temporaryFolder();
  const place = (name: string, settings: object = {}): string => {
    const path = join(folder.path, `${name}.json`);
    writeFileSync(path, JSON.stringify({ data: name, ...settings }));
    return path;
  };
  await bucket.makeBucket('copies');
  const secret = join(folder.path, 'secret');
  writeFileSync(secret, bucket.secretAccessKey);
  const originals = {
    url: 's3://copies/originals',
    endpoint: bucket.url,
    pathStyle: true,
    accessKeyId: bucket.accessKeyId,
    secretAccessKeyFile: secret,
  };
  const nodes = { catalogue: { url: await server.createDatabase(), connections: 3 }, originals };
  const places = { old: place('old'), nodes: place('nodes', nodes), back: place('back') };
  const storesOf = (path: string) => contentsOfStores(storageSettings(loadConfigOf(path)));
  await makeSource(join(folder.path, 'old'));
  const source = await storesOf(places.old);

  for (const [from, to] of [
    [places.old, places.nodes],
    [places.nodes, places.back],
  ] as const) {
    const { status, stderr } = await abs(['copy', '--from', from, '--to', to]);
    assert.equal(status, 0, stderr);
    assert.deepEqual(await storesOf(to), source);
    assert.doesNotMatch(stderr, new RegExp(bucket.secretAccessKey));
    const again = await abs(['copy', '--from', from, '--to', to]);
    assert.equal(again.status, 0, again.stderr);
    assert.match(again.stderr, /^originals: 0 of 7 copied\n/m);
  }
  const told = (await abs(['check', '--config', places.nodes], { ABS_CATALOGUE_CONNECTIONS: '4' })).stderr;
  assert.match(told, /everything is in order/);

  const database = nodes.catalogue.url.replace('postgres@', 'nobody-here:hush-hush@');
  const refused = await abs(['copy', '--from', places.old, '--to', place('lost', { catalogue: { url: database } })]);
  assert.equal(refused.status, 1);
  assert.doesNotMatch(refused.stderr, /hush-hush/);
});

for (const kind of ['a folder', 'PostgreSQL'] as const) {
  const needed = kind === 'PostgreSQL' && NO_POSTGRES;
  test(`a copy to ${kind} that is killed at any time is continued by the same command`, { skip: needed }, async () => {
    await using stack = new AsyncDisposableStack();
    const server = kind === 'PostgreSQL' ? stack.use(await startPostgres()) : undefined;
    using folder = temporaryFolder();
    const from = join(folder.path, 'a');
    await makeSource(from);
    const files = join(folder.path, 'files');
    mkdirSync(files);
    for (let file = 0; file < 300; file += 1) writeFileSync(join(files, `${file}.txt`), `${file}\n`.repeat(20_000));
    const imported = await abs(['import', files, '--data', from]);
    assert.equal(imported.status, 0, imported.stderr);
    const source = await contentsOfStores({ data: from });

    let milliseconds = 6000;
    let killed = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const to = join(folder.path, `b${round}.json`);
      const catalogue = server ? { catalogue: { url: await server.createDatabase() } } : {};
      writeFileSync(to, JSON.stringify({ data: `b${round}`, ...catalogue }));
      const start = performance.now();
      const child = spawn(process.execPath, [MAIN, 'copy', '--from', from, '--to', to], { stdio: 'ignore' });
      const ended = once(child, 'exit');
      await Promise.race([ended, setTimeout((milliseconds * (round + 0.5)) / ROUNDS)]);
      if (child.exitCode === null) {
        child.kill('SIGKILL');
        killed += 1;
      }
      await ended;
      // The next rounds are killed within the time that a copy takes here.
      if (child.exitCode === 0) milliseconds = performance.now() - start;
      const { status, stderr } = await abs(['copy', '--from', from, '--to', to]);
      assert.equal(status, 0, stderr);
      assert.deepEqual(await contentsOfStores(storageSettings(loadConfigOf(to))), source);
      assert.deepEqual(globSync(`b${round}/originals/incoming/*`, { cwd: folder.path }), []);
      rmSync(join(folder.path, `b${round}`), { recursive: true });
    }
    assert.ok(killed > 0, 'no copy was killed');
  });
}
