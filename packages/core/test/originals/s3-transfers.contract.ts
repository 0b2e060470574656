/** What every S3 server must do for originals: uploads in parts, their end, ranges, lists and presigned addresses. */
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { S3Originals } from '../../src/originals/s3.ts';
import { readAll } from '../../src/platform/byte-reader.ts';
import { newFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const { signal } = new AbortController();
const MIB = 2 ** 20;
/** Of the parts in which larger files than 64 MiB are uploaded. */
const PART = 32 * MIB;
const LARGE = 2 * PART + 6 * MIB;
/** More than the server lists at a time. */
const MANY = 1005;

export interface TestedS3 {
  /** Sends signed requests. */
  readonly server: { fetch(path: string, init?: RequestInit): Promise<Response> };
  readonly bucket: string;
  /** Opens a store with an empty cache of its own; uploads are unfinished after `staleMilliseconds`. */
  open(url: string, options?: { readonly staleMilliseconds?: number }): S3Originals;
}

export function s3TransfersContract(name: string, { server, bucket, open }: TestedS3): void {
  const newPlace = () => {
    const prefix = randomUUID();
    return { url: `s3://${bucket}/${prefix}`, folder: `/${bucket}/${prefix}` };
  };
  const hashOf = (value: string | Uint8Array) => createHash('sha256').update(value).digest('hex');
  const source = (bytes: Uint8Array): Disposable & { readonly path: string; readonly key: string } => {
    const folder = newFolder();
    const path = join(folder, 'source');
    writeFileSync(path, bytes);
    return { path, key: hashOf(bytes), [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
  };
  const isUnfinished = async (key: string) =>
    (await (await server.fetch(`/${bucket}?uploads`)).text()).includes(`/${key}<`);

  describe(`${name}: transfers`, () => {
    test('a large file is uploaded in parts, and its ranges and copies have its bytes', async () => {
      const { url } = newPlace();
      await using store = open(url);
      const bytes = randomBytes(LARGE);
      using file = source(bytes);
      const { sha256, size, isNew } = await store.put(file.path, { signal });
      assert.deepEqual({ sha256, size, isNew }, { sha256: file.key, size: LARGE, isNew: true });
      assert.ok(!(await isUnfinished(file.key)));
      await using other = open(url);
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
      await using one = open(url);
      await using other = open(url);
      using file = source(randomBytes(LARGE));
      const stored = await Promise.all([one, other].map((store) => store.put(file.path, { signal })));
      assert.ok(stored.some(({ isNew }) => isNew));
      for (const { sha256, size } of stored) assert.deepEqual([sha256, size], [file.key, LARGE]);
      assert.deepEqual(await Array.fromAsync(one.keys()), [file.key]);
      await until(async () => !(await isUnfinished(file.key)), 'an upload is left');
      assert.ok(await one.copyTo(file.key, `${file.path}-copy`, { signal }));
    });

    test('an upload in parts that is stopped leaves neither an object nor an upload', async () => {
      await using store = open(newPlace().url);
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
      await using careful = open(url);
      await careful.removeUnfinished();
      assert.ok(await isUnfinished(key));
      await using store = open(url, { staleMilliseconds: 0 });
      await store.removeUnfinished();
      assert.ok(!(await isUnfinished(key)));
      assert.deepEqual(await Array.fromAsync(store.keys()), []);
    });

    test('more unfinished uploads than one page are all cleared away', async () => {
      const { url, folder } = newPlace();
      for (let at = 0; at < MANY; at += 50) {
        const names = Array.from({ length: Math.min(50, MANY - at) }, (_, own) => hashOf(String(at + own)));
        await Promise.all(names.map((key) => server.fetch(`${folder}/${key}?uploads`, { method: 'POST' })));
      }
      await using store = open(url, { staleMilliseconds: 0 });
      await store.removeUnfinished();
      const left = await (await server.fetch(`/${bucket}?uploads&prefix=${folder.split('/').pop()}`)).text();
      assert.doesNotMatch(left, /<UploadId>/);
    });

    test('more keys than one page are all listed, and other objects are not', async () => {
      const { url, folder } = newPlace();
      const names = Array.from({ length: MANY }, (_, at) => hashOf(String(at)));
      for (let at = 0; at < names.length; at += 50) {
        const some = [...names.slice(at, at + 50), `stranger-${at}`];
        await Promise.all(some.map((name) => server.fetch(`${folder}/${name}`, { method: 'PUT', body: 'x' })));
      }
      await using store = open(url);
      assert.deepEqual((await Array.fromAsync(store.keys())).toSorted(), names.toSorted());
    });

    test('a presigned address gives the bytes under a name to anyone', async () => {
      await using store = open(newPlace().url);
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
