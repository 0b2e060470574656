import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import type { ByteReader } from '../../../core/src/platform/byte-reader.ts';
import { DamagedFile } from '../../src/downloads/checked-reader.ts';
import { zipLayout } from '../../src/downloads/zip-layout.ts';
import { type MemberSource, openZip } from '../../src/downloads/zip-stream.ts';

const { signal } = new AbortController();

/** A source in memory that counts open members. */
function source(bytes: Buffer, open: Set<Buffer> = new Set()): MemberSource {
  return {
    open: async (range) => {
      open.add(bytes);
      const part = range ? bytes.subarray(range.start, range.end + 1) : bytes;
      let done = 0;
      return {
        read: async (into) => {
          const given = part.subarray(done, done + Math.min(into.length, 1000));
          into.set(given);
          done += given.length;
          return given.length;
        },
        [Symbol.asyncDispose]: async () => {
          open.delete(bytes);
        },
      };
    },
  };
}

async function drain(reader: ByteReader, bufferBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  const into = Buffer.alloc(bufferBytes);
  for (let bytes = await reader.read(into); bytes > 0; bytes = await reader.read(into))
    parts.push(Buffer.from(into.subarray(0, bytes)));
  return Buffer.concat(parts);
}

const FIRST = Buffer.alloc(5000, 'first');
const SECOND = Buffer.alloc(3000, 'second');
const layout = zipLayout([
  { name: 'first', size: FIRST.length, crc32: crc32(FIRST), date: 0 },
  { name: 'second', size: SECOND.length, crc32: crc32(SECOND), date: 0 },
]);
const whole = { start: 0, end: layout.size - 1 };

test('buffers are filled however members deliver, at most two members are open at a time, and none at the end', async () => {
  const open = new Set<Buffer>();
  const reader = openZip(layout, [source(FIRST, open), source(SECOND, open)], whole, signal);
  const into = Buffer.alloc(4096);
  for (let left = layout.size; left > 0; ) {
    const bytes = await reader.read(into);
    assert.equal(bytes, Math.min(left, into.length));
    assert.ok(open.size <= 2);
    left -= bytes;
  }
  assert.equal(await reader.read(into), 0);
  await reader[Symbol.asyncDispose]();
  assert.equal(open.size, 0);
});

test('an abandoned reader closes its member and the prefetched one', async () => {
  const open = new Set<Buffer>();
  const reader = openZip(layout, [source(FIRST, open), source(SECOND, open)], whole, signal);
  await reader.read(Buffer.alloc(100));
  assert.equal(open.size, 2);
  await reader[Symbol.asyncDispose]();
  assert.equal(open.size, 0);
});

test('a member with a changed byte is refused before its last byte is delivered', async () => {
  const changed = Buffer.from(SECOND);
  changed[0] = 0;
  for (const bufferBytes of [1, 999, 4096, 100_000]) {
    const reader = openZip(layout, [source(FIRST), source(changed)], whole, signal);
    await assert.rejects(drain(reader, bufferBytes), (error) => {
      assert.ok(error instanceof DamagedFile);
      assert.match(error.message, /^second is damaged: its CRC-32 is [0-9a-f]{8}, not [0-9a-f]{8}$/);
      return true;
    });
  }
});

test('a member that ends too early is refused', async () => {
  const reader = openZip(layout, [source(FIRST.subarray(0, 4999)), source(SECOND)], whole, signal);
  await assert.rejects(drain(reader, 4096), /^DamagedFile: first is damaged: it ends 1 bytes too early$/);
});

test('a range of a member is delivered without a check, whatever the rest is', async () => {
  const changed = Buffer.from(SECOND);
  changed[2999] = 0;
  const start = layout.places[1] ?? 0;
  const range = { start: start + 36, end: start + 36 + 99 };
  const reader = openZip(layout, [source(FIRST), source(changed)], range, signal);
  assert.deepEqual(await drain(reader, 4096), SECOND.subarray(0, 100));
});

test('nothing is read for an aborted caller', async () => {
  const controller = new AbortController();
  const reader = openZip(layout, [source(FIRST), source(SECOND)], whole, controller.signal);
  await reader.read(Buffer.alloc(10));
  controller.abort(new Error('gone'));
  await assert.rejects(reader.read(Buffer.alloc(10)), /^Error: gone$/);
});
