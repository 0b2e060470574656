import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc, { forRuns } from '../../../core/test/support/fast-check.ts';
import { safeFileName, uniqueFileNames } from '../../src/downloads/file-names.ts';
import { type ZipMember, zipLayout, zipPieces } from '../../src/downloads/zip-layout.ts';

const DATE = Date.UTC(2024, 1, 29, 23, 59, 57);

interface File {
  readonly name: string;
  readonly content: Buffer;
}

const files = fc
  .array(
    fc.record({
      name: fc.string({ unit: 'grapheme', maxLength: 30 }),
      content: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    }),
    { maxLength: 8 },
  )
  .map((given) => {
    const names = uniqueFileNames(given.map(({ name }) => safeFileName(name)));
    return given.map(({ content }, place): File => ({ name: names[place] ?? '', content }));
  });

function layoutOf(given: readonly File[]) {
  return zipLayout(
    given.map(({ name, content }) => ({ name, size: content.length, crc32: crc32(content), date: DATE })),
  );
}

/** The bytes of a range, put together from its pieces. */
function part(given: readonly File[], start: number, end: number): Buffer {
  const pieces = [...zipPieces(layoutOf(given), { start, end })];
  return Buffer.concat(
    pieces.map((piece) => {
      const bytes =
        piece.kind === 'format'
          ? piece.bytes
          : (given[piece.index]?.content.subarray(piece.range.start, piece.range.end + 1) ?? Buffer.alloc(0));
      assert.ok(bytes.length > 0, 'an empty piece');
      return bytes;
    }),
  );
}

test('any range equals that part of the whole, and the size is as announced', () => {
  forRuns(500, files, fc.nat(), fc.nat(), (given, one, other) => {
    const { size } = layoutOf(given);
    const whole = part(given, 0, size - 1);
    assert.equal(whole.length, size);
    const start = Math.min(one % size, other % size);
    const end = Math.max(one % size, other % size);
    assert.deepEqual(part(given, start, end), whole.subarray(start, end + 1));
  });
});

test('without members the archive is an end record only', () => {
  const { size, directory } = zipLayout([]);
  assert.equal(size, 22);
  assert.equal(directory.toString('latin1').replace(/\0+$/, ''), 'PK\x05\x06');
});

const GIB = 2 ** 30;

/** The fields of ZIP64, used only where needed; read from the bytes at the offsets of APPNOTE.TXT. */
test('sizes and offsets of 4 GiB and more are in ZIP64 fields', () => {
  const small: ZipMember = { name: 'a', size: 5, crc32: 1, date: DATE };
  const almost: ZipMember = { name: 'b', size: 4 * GIB - 2, crc32: 2, date: DATE };
  const large: ZipMember = { name: 'c', size: 4 * GIB - 1, crc32: 0xffff_ffff, date: DATE };
  const { headers, directory, size } = zipLayout([small, almost, large, small]);
  assert.deepEqual([headers.readUInt32LE(18), headers.readUInt16LE(28), headers.readUInt16LE(4)], [5, 0, 20]);
  assert.deepEqual([headers.readUInt32LE(31 + 18), headers.readUInt16LE(31 + 28)], [0xffff_fffe, 0]);
  assert.deepEqual([headers.readUInt32LE(62 + 18), headers.readUInt16LE(62 + 28)], [0xffff_ffff, 20]);
  assert.deepEqual([headers.readUInt16LE(62 + 31), headers.readUInt16LE(62 + 33)], [1, 16]);
  assert.equal(headers.readBigUInt64LE(62 + 35), BigInt(large.size));
  assert.equal(headers.readBigUInt64LE(62 + 43), BigInt(large.size));

  // In the directory: b begins at 36 and needs no field, c needs its sizes and its offset, the last one only its offset.
  const third = 2 * 47;
  const placeOfThird = 31 + small.size + 31 + almost.size;
  assert.deepEqual([directory.readUInt16LE(47 + 30), directory.readUInt32LE(47 + 42)], [0, 36]);
  assert.deepEqual([directory.readUInt16LE(third + 30), directory.readUInt32LE(third + 42)], [28, 0xffff_ffff]);
  assert.equal(directory.readBigUInt64LE(third + 47 + 4), BigInt(large.size));
  assert.equal(directory.readBigUInt64LE(third + 47 + 20), BigInt(placeOfThird));
  const last = third + 47 + 28;
  assert.deepEqual([directory.readUInt16LE(last + 30), directory.readUInt32LE(last + 20)], [12, 5]);
  assert.equal(directory.readBigUInt64LE(last + 47 + 4), BigInt(placeOfThird + 51 + large.size));

  const end = last + 47 + 12;
  assert.equal(directory.readUInt32LE(end), 0x06064b50);
  assert.equal(directory.readBigUInt64LE(end + 48), BigInt(size - directory.length));
  assert.equal(directory.readBigUInt64LE(end + 56 + 8), BigInt(size - directory.length + end));
  assert.equal(directory.length, end + 56 + 20 + 22);
});

test('65,535 members need ZIP64, and one less does not', () => {
  const many = (count: number) =>
    zipLayout(Array.from({ length: count }, (_, index) => ({ name: String(index), size: 0, crc32: 0, date: DATE })));
  const plain = many(65_534).directory;
  assert.equal(plain.readUInt16LE(plain.length - 22 + 10), 65_534);
  assert.notEqual(plain.readUInt32LE(plain.length - 42), 0x07064b50);
  const large = many(65_535).directory;
  assert.equal(large.readUInt32LE(large.length - 42), 0x07064b50);
  assert.equal(large.readBigUInt64LE(large.length - 98 + 32), 65_535n);
});

test('members are dated in UTC, in steps of two seconds, within the years of the format', () => {
  const dated = (date: number) => {
    const { headers, directory } = zipLayout([{ name: 'a', size: 0, crc32: 0, date }]);
    const [time, day] = [headers.readUInt16LE(10), headers.readUInt16LE(12)];
    assert.deepEqual([directory.readUInt16LE(12), directory.readUInt16LE(14)], [time, day]);
    return [1980 + (day >> 9), (day >> 5) & 15, day & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2];
  };
  assert.deepEqual(dated(DATE), [2024, 2, 29, 23, 59, 56]);
  assert.deepEqual(dated(Date.UTC(1979, 11, 31)), [1980, 1, 1, 0, 0, 0]);
  assert.deepEqual(dated(-1), [1980, 1, 1, 0, 0, 0]);
  assert.deepEqual(dated(Date.UTC(2200, 0)), [2107, 12, 31, 23, 59, 58]);
});
