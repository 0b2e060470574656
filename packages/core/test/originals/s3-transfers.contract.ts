/** What every S3 server must do for originals: uploads in parts, their end, ranges, lists and presigned addresses. */
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openOriginalsS3, type S3Originals } from '../../src/originals/s3.ts';
import { readAll } from '../../src/platform/byte-reader.ts';
import type { S3Settings } from '../../src/platform/s3/s3-settings.ts';
import { newFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const { signal } = new AbortController();
const MIB = 2 ** 20;
/** Of the parts in which larger files than 64 MiB are uploaded. */
const PART = 32 * MIB;
const LARGE = 2 * PART + 6 * MIB;
/** How many the server lists at a time, and more. */
const [LISTED, MANY] = [10, 25];

interface Server {
  settings(url: string): S3Settings;
  /** Sends signed requests. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export type OpenS3 = ReturnType<typeof opener>;

/**
 * How tests open stores: each in the bucket `originals`, below a prefix of its own, with an empty cache of its own; uploads are
 * unfinished after `staleMilliseconds`.
 */
export function opener(server: Pick<Server, 'settings'>) {
  return (changes: Partial<S3Settings> = {}, options: { readonly staleMilliseconds?: number } = {}): S3Originals => {
    const s3 = { ...server.settings(`s3://originals/${randomUUID()}/files`), ...changes };
    const report = (trouble: Error) => assert.fail(trouble);
    const store = openOriginalsS3({ s3, directory: join(newFolder(), 'cache'), megabytes: 64, report, ...options });
    return { ...store, [Symbol.asyncDispose]: async () => await store[Symbol.asyncDispose]() };
  };
}

const hashOf = (value: string | Uint8Array) => createHash('sha256').update(value).digest('hex');

/** A file with these bytes, and its key. */
export function source(bytes: Uint8Array): Disposable & { readonly path: string; readonly key: string } {
  const folder = newFolder();
  const path = join(folder, 'source');
  writeFileSync(path, bytes);
  return { path, key: hashOf(bytes), [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Passes requests on to the server, but lists short pages, because a long one takes a thousand objects. */
async function withShortPages(server: Server) {
  let lists = 0;
  const proxy = createServer(async ({ url = '', method = '' }, response) => {
    const isList = method === 'GET' && /[?&](?:uploads|list-type)=/.test(url);
    if (isList) lists += 1;
    const answer = await server.fetch(isList ? `${url}&max-uploads=${LISTED}&max-keys=${LISTED}` : url, { method });
    response.writeHead(answer.status).end(await answer.text());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return { endpoint, lists: () => lists, [Symbol.dispose]: () => void proxy.close() };
}

export function s3TransfersContract(name: string, server: Server, open: OpenS3): void {
  const newPlace = () => {
    const prefix = randomUUID();
    return { url: `s3://originals/${prefix}`, folder: `/originals/${prefix}` };
  };
  const isUnfinished = async (key: string) =>
    (await (await server.fetch('/originals?uploads')).text()).includes(`/${key}<`);

  describe(`${name}: transfers`, () => {
    test('a large file is uploaded in parts, and its ranges and copies have its bytes', async () => {
      const { url } = newPlace();
      await using store = open({ url });
      const bytes = randomBytes(LARGE);
      using file = source(bytes);
      const { sha256, size, isNew } = await store.put(file.path, { signal });
      assert.deepEqual({ sha256, size, isNew }, { sha256: file.key, size: LARGE, isNew: true });
      assert.ok(!(await isUnfinished(file.key)));
      await using other = open({ url });
      assert.equal(await other.size(file.key), LARGE);
      for (const [start, end] of [
        [0, 0],
        [PART - 1, PART],
        [PART, PART],
        [PART - 1000, 2 * PART + 1000],
        [LARGE - 1, LARGE - 1],
        [0, LARGE - 1],
      ] as const) {
        await using reader = await other.openReader(file.key, { range: { start, end }, signal });
        assert.ok(reader && (await readAll(reader)).equals(bytes.subarray(start, end + 1)), `${start}`);
      }
      await using local = await other.leaseLocalFile(file.key, { signal });
      assert.ok((await readFile(local?.path ?? '')).equals(bytes));
    });

    test('of two nodes that upload the same large file, each has it afterwards, and no part of it is left', async () => {
      const { url } = newPlace();
      await using one = open({ url });
      await using other = open({ url });
      using file = source(randomBytes(LARGE));
      const stored = await Promise.all([one, other].map((store) => store.put(file.path, { signal })));
      assert.ok(stored.some(({ isNew }) => isNew));
      for (const { sha256, size } of stored) assert.deepEqual([sha256, size], [file.key, LARGE]);
      assert.deepEqual(await Array.fromAsync(one.keys()), [file.key]);
      await until(async () => !(await isUnfinished(file.key)), 'an upload is left');
      assert.ok(await one.copyTo(file.key, `${file.path}-copy`, { signal }));
    });

    test('an upload in parts that is stopped leaves neither an object nor an upload', async () => {
      await using store = open({ url: newPlace().url });
      // Long enough to be seen unfinished on any machine.
      using file = source(Buffer.alloc(4 * LARGE, 7));
      const stop = new AbortController();
      const stopped = assert.rejects(store.put(file.path, { signal: stop.signal }), /enough/);
      let hasEnded = false;
      const end = () => {
        hasEnded = true;
      };
      stopped.then(end, end);
      // It begins once the file is hashed, however long that takes.
      const isSeen = async () => hasEnded || (await isUnfinished(file.key));
      await until(isSeen, '', { patience: Number.POSITIVE_INFINITY });
      stop.abort(new Error('enough'));
      await stopped;
      await until(async () => !(await isUnfinished(file.key)), 'the upload is left');
      assert.equal(await store.size(file.key), undefined);
    });

    test('an upload in parts that was killed can be cleared away, and a running one is not', async () => {
      const { url, folder } = newPlace();
      const key = hashOf(folder);
      await server.fetch(`${folder}/${key}?uploads`, { method: 'POST' });
      await using careful = open({ url });
      await careful.removeUnfinished();
      assert.ok(await isUnfinished(key));
      await using store = open({ url }, { staleMilliseconds: 0 });
      await store.removeUnfinished();
      assert.ok(!(await isUnfinished(key)));
      assert.deepEqual(await Array.fromAsync(store.keys()), []);
    });

    test('more unfinished uploads than one page are all cleared away', async () => {
      const { url, folder } = newPlace();
      for (let at = 0; at < MANY; at += 1)
        await server.fetch(`${folder}/${hashOf(String(at))}?uploads`, { method: 'POST' });
      using short = await withShortPages(server);
      await using store = open({ url, endpoint: short.endpoint }, { staleMilliseconds: 0 });
      await store.removeUnfinished();
      const left = await (await server.fetch(`/originals?uploads&prefix=${folder.split('/').pop()}`)).text();
      assert.doesNotMatch(left, /<UploadId>/);
      assert.equal(short.lists(), Math.ceil(MANY / LISTED));
    });

    test('more keys than one page are all listed, and other objects are not', async () => {
      const { url, folder } = newPlace();
      const names = Array.from({ length: MANY }, (_, at) => hashOf(String(at)));
      for (const name of [...names, 'stranger']) await server.fetch(`${folder}/${name}`, { method: 'PUT', body: 'x' });
      using short = await withShortPages(server);
      await using store = open({ url, endpoint: short.endpoint });
      assert.deepEqual((await Array.fromAsync(store.keys())).toSorted(), names.toSorted());
    });

    test('a presigned address gives the bytes under a name to anyone', async () => {
      await using store = open({ url: newPlace().url });
      using file = source(Buffer.from('for all'));
      const { sha256 } = await store.put(file.path, { signal });
      const disposition = `attachment; filename="a b.jpg"; filename*=UTF-8''%C3%A4%20b%2B.jpg`;
      const url = await store.presignedUrl(sha256, { mediaType: 'image/jpeg', disposition, seconds: 600 });
      assert.ok(url && !/secret|password/.test(url));
      assert.equal(new URL(url).searchParams.get('X-Amz-Expires'), '600');
      const answer = await fetch(url);
      assert.deepEqual([await answer.text(), answer.headers.get('content-type')], ['for all', 'image/jpeg']);
      assert.equal(answer.headers.get('content-disposition'), disposition);
      const part = await fetch(url, { headers: { range: 'bytes=0-2' } });
      assert.equal(part.status === 206 ? await part.text() : part.status, 'for');
      assert.equal((await fetch(url.replace(/.(?=&|$)/, 'x'))).status, 403);
    });
  });
}
