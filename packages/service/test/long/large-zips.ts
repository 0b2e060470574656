/** ZIPs that need ZIP64: more than 4 GiB, a member of more than 4 GiB, and 70,000 members. Takes minutes; the files are sparse. */
import assert from 'node:assert/strict';
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { readerOf } from '../../../core/src/originals/file-reader.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { type ZipMember, zipLayout } from '../../src/downloads/zip-layout.ts';
import { type MemberSource, openZip } from '../../src/downloads/zip-stream.ts';
import { missingUnpackers, openAll } from '../downloads/unpackers.ts';

const { signal } = new AbortController();
const GIB = 2 ** 30;
const PART_BYTES = 2 ** 20 + 1;
const ZEROS = Buffer.alloc(PART_BYTES);
const skip = missingUnpackers.length > 0 && `${missingUnpackers.join(', ')} missing`;

interface Member extends ZipMember {
  readonly source: MemberSource;
}

/** A file of zeros that takes no space, except for its last bytes. */
async function sparse(folder: string, name: string, size: number): Promise<Member> {
  const path = join(folder, name);
  const file = openSync(path, 'w');
  ftruncateSync(file, size);
  const end = Buffer.from(`the end of ${name}`);
  writeSync(file, end, 0, end.length, size - end.length);
  closeSync(file);
  const source: MemberSource = {
    open: async (range) => readerOf(await open(path), range ?? { start: 0, end: size - 1 }, signal),
  };
  let crc = 0;
  const buffer = Buffer.alloc(2 ** 20);
  await using reader = await source.open(undefined, signal);
  for (let bytes = await reader.read(buffer); bytes > 0; bytes = await reader.read(buffer))
    crc = crc32(buffer.subarray(0, bytes), crc);
  return { name, size, crc32: crc, date: 0, source };
}

/** Writes the ZIP in pieces of odd sizes, and has the programs open it; returns how many members they found. */
async function opened(members: readonly Member[]): Promise<number> {
  const folder = newFolder();
  const layout = zipLayout(members);
  const sources = members.map(({ source }) => source);
  await using target = await open(join(folder, 'large.zip'), 'w');
  await using reader = openZip(layout, sources, { start: 0, end: layout.size - 1 }, signal);
  const buffer = Buffer.alloc(PART_BYTES);
  let size = 0;
  for (let bytes = await reader.read(buffer); bytes > 0; bytes = await reader.read(buffer)) {
    const isZero = buffer.compare(ZEROS, 0, bytes, 0, bytes) === 0;
    // Zeros stay holes.
    if (!isZero) await target.write(buffer, 0, bytes, size);
    size += bytes;
  }
  await target.truncate(size);
  assert.equal(size, layout.size);
  return Object.keys(openAll(folder).get('large.zip') ?? {}).length;
}

test('a ZIP of more than 4 GiB, with a member of more than 4 GiB, opens in other programs', { skip }, async () => {
  const folder = newFolder();
  const members = [
    await sparse(folder, 'small.bin', 1000),
    await sparse(folder, 'large.bin', 4 * GIB + 5),
    await sparse(folder, 'behind 4 GiB.bin', 1000),
  ];
  assert.equal(await opened(members), 3);
});
