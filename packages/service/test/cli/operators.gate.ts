/** What the program tells an operator: an empty catalogue, a port in use, where assets came from. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { importSample } from '../support/sample.ts';
import { abs } from './copy-world.ts';

test('a start says that the catalogue is new and empty, how to choose another port or host, and which folder is not there', async () => {
  using folder = temporaryFolder();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const { status, stderr } = await abs(['serve', '--data', join(folder.path, 'data'), '--port', String(port)]);
  taken.close();
  assert.equal(status, 1);
  assert.match(stderr, /the catalogue in the data folder \S+data is new and empty; if another was meant/);
  const advice = `port ${port} of 127.0.0.1 is in use (EADDRINUSE); choose another with --port or ABS_PORT`;
  assert.ok(stderr.includes(`abs serve: ${advice}\n`), stderr);
  // An address for documents, which no machine has.
  const elsewhere = await abs(['start', folder.path, '--data', join(folder.path, 'data'), '--host', '192.0.2.1']);
  const host = '192.0.2.1 is no address of this machine (EADDRNOTAVAIL); choose another with --host or ABS_HOST';
  assert.ok(elsewhere.stderr.startsWith(`abs start: ${host}\n`), elsewhere.stderr);
  const missing = await abs(['start', join(folder.path, 'missing')]);
  assert.match(missing.stderr, /^abs start: \S+missing doesn't exist; /);
});

test('where assets came from is listed with their number and the time of the first and the last', async () => {
  using folder = temporaryFolder();
  const [data, source] = [join(folder.path, 'data'), join(folder.path, 'texts')];
  await importSample(data);
  mkdirSync(source);
  writeFileSync(join(source, 'a.txt'), 'a');
  writeFileSync(join(source, 'b.txt'), 'b');
  assert.equal((await abs(['import', source, '--data', data])).status, 0);
  const listed = await abs(['sources', '--data', data]);
  assert.match(listed.stdout, /^FIRST +LAST +ASSETS +SOURCE\n.*\d\dZ {2}\d+ +\(bundles\)\n.*Z {2}2 +\S+texts\n$/s);
  const [, texts] = JSON.parse((await abs(['sources', '--json', '--data', data])).stdout);
  assert.deepEqual([texts.assets, texts.source.endsWith('texts')], [2, true]);
});
