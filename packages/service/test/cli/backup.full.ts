/** `abs backup` and `abs restore` of nodes with PostgreSQL and S3, and a backup that is killed. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startRadosgw } from '../../../core/test/support/servers/radosgw.ts';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { storageSettings } from '../../src/app/storage.ts';
import { loadConfigOf } from '../../src/config/load.ts';
import { NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';
import { abs, contentsOfStores, makeSource } from './copy-world.ts';

const bucket = NO_POSTGRES || (await startRadosgw());
const skip = typeof bucket === 'string' && bucket;

test('a backup of PostgreSQL and S3 restores a folder, and that of a folder PostgreSQL and S3', {
  skip,
}, async (context) => {
  assert.ok(typeof bucket !== 'string');
  context.after(() => bucket[Symbol.asyncDispose]());
  await using server = await startPostgres();
  using folder = temporaryFolder();
  await bucket.makeBucket('backups');
  const secret = join(folder.path, 'secret');
  writeFileSync(secret, bucket.secretAccessKey);
  const nodesOf = async (name: string): Promise<string> => {
    const path = join(folder.path, `${name}.json`);
    const originals = {
      url: `s3://backups/${name}`,
      endpoint: bucket.url,
      pathStyle: true,
      accessKeyId: bucket.accessKeyId,
      secretAccessKeyFile: secret,
    };
    const catalogue = { url: await server.createDatabase() };
    writeFileSync(path, JSON.stringify({ data: name, catalogue, originals }));
    return path;
  };
  const at = (name: string) => join(folder.path, name);
  const run = async (...args: readonly string[]): Promise<string> => {
    const { status, stderr } = await abs(args);
    assert.equal(status, 0, stderr);
    assert.doesNotMatch(stderr, new RegExp(bucket.secretAccessKey));
    return stderr;
  };
  const contents = (config: string) => contentsOfStores(storageSettings(loadConfigOf(config)));
  await makeSource(at('old'));
  const source = await contentsOfStores({ data: at('old') });
  const [first, second] = [await nodesOf('first'), await nodesOf('second')];

  await run('backup', at('of-folder'), '--data', at('old'));
  await run('restore', at('of-folder'), '--config', first);
  assert.deepEqual(await contents(first), source);
  const { status, stderr } = await abs(['restore', at('of-folder'), '--config', first]);
  assert.deepEqual([status, /holds a catalogue already/.test(stderr)], [1, true], stderr);

  assert.match(await run('backup', at('of-nodes'), '--config', first), /7 originals \(7 copied, 0 removed\)/);
  assert.match(await run('backup', at('of-nodes'), '--config', first), /7 originals \(0 copied, 0 removed\)/);
  await run('check', at('of-nodes'));
  await run('restore', at('of-nodes'), '--data', at('new'));
  assert.deepEqual(await contentsOfStores({ data: at('new') }), source);
  await run('restore', at('of-nodes'), '--config', second);
  assert.deepEqual(await contents(second), source);
});
