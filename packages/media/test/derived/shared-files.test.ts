import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { FileCache } from '../../../core/src/platform/file-cache/file-cache.ts';
import { s3SettingsOf } from '../../../core/test/support/s3-settings.ts';
import { until } from '../../../core/test/support/until.ts';
import { SharedFiles } from '../../src/derived/shared-files.ts';
import { SharingFileCache } from '../../src/derived/sharing-file-cache.ts';

const { signal } = new AbortController();
const name = (digit: string) => `${digit.repeat(32)}.jpg`;

/** A cache whose files are shared through a server that answers as `respond` says. */
async function start(respond: (response: ServerResponse, method: string) => void) {
  const stack = new AsyncDisposableStack();
  const server = createServer((request, response) => {
    request.resume().once('end', () => respond(response, request.method ?? ''));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stack.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const s3 = s3SettingsOf({ url: 's3://bucket', endpoint, accessKeyId: 'KEY', secretAccessKey: 'secret' });
  const errors: Error[] = [];
  const shared = stack.use(new SharedFiles({ s3, report: (error) => errors.push(error) }));
  const directory = mkdtempSync(join(tmpdir(), 'abs-shared-'));
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const local = stack.use(
    new FileCache({ directory: join(directory, 'cache'), megabytes: 10, report: assert.ifError }),
  );
  const files = new SharingFileCache(local, shared, 'tests');
  return { files, shared, errors, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test('a file that stops in the middle counts as missing, and nothing else is looked for in the next seconds', async () => {
  let requests = 0;
  await using node = await start((response) => {
    requests += 1;
    response.writeHead(200, { 'content-length': '100', etag: '"one"', 'x-amz-meta-sha256': 'ab' }).write('begun');
  });
  assert.equal(await node.files.fetch(name('a'), signal), undefined);
  const { length } = node.errors;
  assert.equal(length, 1);
  const before = requests;
  assert.equal(await node.files.fetch(name('b'), signal), undefined);
  assert.equal(requests, before);
});

test('a caller who leaves ends the copying, which is no error of the store', async () => {
  const leaving = new AbortController();
  await using node = await start((response) => {
    response.writeHead(200, { 'content-length': '100', etag: '"one"' }).write('begun', () => leaving.abort());
  });
  assert.equal(await node.files.fetch(name('a'), leaving.signal), undefined);
  assert.deepEqual(node.errors, []);
});

test('a made file is there before it is shared', async () => {
  const uploads: ServerResponse[] = [];
  await using node = await start((response) => uploads.push(response));
  const made = await node.files.make(name('a'), async (path) => writeFileSync(path, 'made'));
  assert.equal(made.size, 4);
  await until(() => uploads.length === 1);
  uploads[0]?.end();
  await node.shared.settled();
  assert.deepEqual(node.errors, []);
});
