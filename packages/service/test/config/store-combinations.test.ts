import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ConfigError } from '../../src/config/problems.ts';
import { openFolder, type Said } from './folder.ts';

const folder = await openFolder();
after(() => folder[Symbol.asyncDispose]());

async function refusals(said: Said): Promise<readonly string[]> {
  const problems = await folder.problems(said);
  return problems.length === 0 ? [] : new ConfigError(problems).message.split('\n');
}

test('settings of a store without its address are refused, all at once', async () => {
  const file = {
    caFile: 'key.pem',
    catalogue: { connections: 4 },
    coordination: { passwordFile: 'key.pem' },
    download: { redirect: 'presigned' },
  };
  assert.deepEqual(await refusals({ file }), [
    'coordination.passwordFile: has no effect without coordination.url (settings)',
    'caFile: has no effect without catalogue.url, originals.url, derived.url, coordination.url or search.url (settings)',
    'download.redirect: needs originals.url (settings)',
  ]);
  // An import may read a bucket of this server.
  const originals = { endpoint: 'http://s3.example', secretAccessKeyFile: 'key.pem', accessKeyId: 'me' };
  assert.deepEqual(await refusals({ file: { originals, caFile: 'key.pem' } }), []);
});

test('a password in two places, half a key and derived files among originals are refused without any secret', async () => {
  const file = {
    catalogue: { url: 'postgres://abs:hunter2@db/abs', passwordFile: 'key.pem' },
    originals: { url: 's3://media/', accessKeyId: 'me' },
    derived: { url: 's3://media/derived' },
    coordination: { url: 'redis://:hunter2@cache', passwordFile: 'key.pem' },
    endpoints: { press: { download: { accelRedirect: '/files' } } },
  };
  const lines = await refusals({ file });
  const keys = lines.map((line) => line.split(':')[0]);
  assert.deepEqual(keys, [
    ...['catalogue.passwordFile', 'coordination.passwordFile', 'originals.accessKeyId', 'derived.url'],
    ...['endpoints.press.download.accelRedirect'],
  ]);
  assert.doesNotMatch(lines.join(), /hunter2|KEY/);
  const neighbours = { originals: { url: 's3://media/a' }, derived: { url: 's3://media/ab' } };
  assert.deepEqual(await refusals({ file: neighbours }), []);
});

test('a wrong address of a store is refused without showing it, because it may contain a password', async () => {
  const wrong = [
    'redis://:hunter2@cache/abc',
    'redis://:hunter2%@cache',
    'redis://%hunter2:x@cache',
    'redis://?hunter2',
  ];
  const others = ['redis://:hunter2@cache/1/2', 'redis://:hunter2@cache?db=1', 'http://:hunter2@cache'];
  for (const url of [...wrong, ...others]) {
    const lines = await refusals({ file: { coordination: { url } } });
    assert.match(lines.join(), /^coordination\.url: the value given is not an address such as redis:/, url);
    assert.doesNotMatch(lines.join(), /hunter2/);
  }
  const ofDatabase = await refusals({ file: { catalogue: { url: 'postgres://abs:hunter2@db' } } });
  assert.equal(ofDatabase.length, 1);
  assert.doesNotMatch(ofDatabase.join(), /hunter2/);
});

test('a user without a password is refused', async () => {
  assert.deepEqual(await refusals({ file: { coordination: { url: 'rediss://node@cache' } } }), [
    'coordination.url: names a user without a password; give it there or in coordination.passwordFile (settings)',
  ]);
  const whole = { url: 'rediss://node@cache', passwordFile: 'key.pem' };
  assert.deepEqual(await refusals({ file: { caFile: 'key.pem', coordination: whole } }), []);
});

test('the variables of other programs give the keys of a bucket where no setting does', async () => {
  const environment = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's', AWS_SESSION_TOKEN: 't' };
  const inBucket = await folder.load({ file: { derived: { url: 's3://media' } }, environment });
  assert.deepEqual([inBucket.originals.accessKeyId, inBucket.originals.secretAccessKeyFile?.text], ['a', 's']);
  assert.equal(inBucket.originals.sessionTokenFile?.text, 't');
  const file = { originals: { url: 's3://media', accessKeyId: 'b', secretAccessKeyFile: 'key.pem' } };
  const { originals } = await folder.load({ file, environment });
  assert.deepEqual([originals.accessKeyId, originals.secretAccessKeyFile?.text], ['b', 'KEY']);
  assert.equal(originals.sessionTokenFile, null);
  assert.equal((await folder.load({ environment })).originals.accessKeyId, null);
});
