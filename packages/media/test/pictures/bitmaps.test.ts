import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc, { forAll, forRuns } from '../../../core/test/support/fast-check.ts';
import { CannotMake } from '../../src/derived/cannot-make.ts';
import { unpackBits } from '../../src/inspect/bytes.ts';
import { decodeBitmap } from '../../src/pictures/sources/dib.ts';
import { unpackRunLengths } from '../../src/pictures/sources/dib-runs.ts';
import { readJp2Structure } from '../../src/pictures/sources/jp2-structure.ts';
import { jpegSizeAt, largestJpeg, rawOrientation } from '../../src/pictures/sources/raw-preview.ts';
import { writeBmp } from './writers/bmp.ts';

const FILE_HEADER = 14;

suite('bitmaps', () => {
  test('of colours or palette indexes keep every pixel', () => {
    const shapes = fc.record({
      ...{ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 12 }) },
      ...{ bits: fc.constantFrom(1 as const, 2 as const, 4 as const, 8 as const, 24 as const, 32 as const) },
      isTopDown: fc.boolean(),
    });
    const bitmaps = shapes.chain((shape) => {
      const count = shape.width * shape.height;
      const colours = shape.bits > 8 ? 2 ** 24 : 2 ** shape.bits;
      const many = (value: fc.Arbitrary<number>, length: number) =>
        fc.array(value, { minLength: length, maxLength: length });
      const palette = many(fc.nat(0xffffff), shape.bits > 8 ? 0 : colours);
      return fc.record({ shape: fc.constant(shape), palette, pixels: many(fc.nat(colours - 1), count) });
    });
    forAll(bitmaps, ({ shape, palette, pixels }) => {
      const seen = decoded(writeBmp({ ...shape, palette, pixels }));
      assert.deepEqual(seen, shape.bits > 8 ? pixels : pixels.map((index) => palette[index]));
    });
  });

  test('with bit masks scale to the full range, whatever the masks', () => {
    const masks = [0x3ff00000, 0xffc00, 0x3ff, 0] as const;
    const pixels = [0x3ff00000, 0xffc00, 0x3ff, 0, 0x3fffffff];
    const values = decoded(writeBmp({ width: 5, height: 1, bits: 32, masks, pixels }));
    assert.deepEqual(values, [0xff0000, 0xff00, 0xff, 0, 0xffffff]);
  });

  test('whose alpha is 0 everywhere are opaque', () => {
    const masks = [0xff0000, 0xff00, 0xff, 0xff000000] as const;
    const all = { width: 2, height: 1, bits: 32, masks } as const;
    const bare = decodeBitmap(writeBmp({ ...all, pixels: [1, 2] }).subarray(FILE_HEADER), { isIcon: false });
    assert.equal(bare.pixels.length, 6);
    const some = decodeBitmap(writeBmp({ ...all, pixels: [1, 0x80000002] }).subarray(FILE_HEADER), { isIcon: false });
    assert.deepEqual([...some.pixels], [0, 0, 1, 0, 0, 0, 2, 128]);
  });

  test('that are truncated keep their rows and are white below', () => {
    const whole = writeBmp({ width: 1, height: 3, bits: 24, pixels: [1, 2, 3], isTopDown: true });
    assert.deepEqual(decoded(whole.subarray(0, whole.length - 4)), [1, 2, 0xffffff]);
  });

  test('with run lengths: counts, literals, moves and ends are drawn in place', () => {
    const four = Buffer.from([5, 0x12, 0, 3, 0x34, 0x50, 0, 0, 0, 2, 1, 1, 2, 0x77, 0, 1]);
    const rows = [0, 8, 16, 24].map((at) =>
      [...unpackRunLengths(four, { width: 8, height: 4, isFourBit: true }).indexes].slice(at, at + 8),
    );
    assert.deepEqual(rows, [
      [1, 2, 1, 2, 1, 3, 4, 5],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 7, 7, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
    ]);
    const eight = Buffer.from([2, 9, 0, 3, 1, 2, 3, 0, 0, 0, 1, 4, 0, 1]);
    const five = { width: 5, height: 2, isFourBit: false };
    assert.deepEqual([...unpackRunLengths(eight, five).indexes], [9, 9, 1, 2, 3, 4, 0, 0, 0, 0]);
    const areCut = [14, 12, 10].map((end) => unpackRunLengths(eight.subarray(0, end), five).isCut);
    assert.deepEqual(areCut, [false, true, true]);
  });
});

suite('packed rows', () => {
  test('never write beyond their row', () => {
    forAll(fc.uint8Array({ maxLength: 100 }), fc.nat(50), (bytes, length) => {
      const around = Buffer.alloc(length + 20, 0xaa);
      unpackBits(bytes, 0, bytes.length, around.subarray(10, 10 + length));
      assert.ok(around.subarray(0, 10).every((byte) => byte === 0xaa));
      assert.ok(around.subarray(10 + length).every((byte) => byte === 0xaa));
    });
  });
});

suite('readers of headers', () => {
  test('parse or refuse any bytes', () => {
    const starts = ['', 'II*\0\x08\0\0\0', '\xff\xd8\xff', '\xff\x4f\xff\x51', '\0\0\0\x20jp2h', 'xxxxCMT1MM\0*'].map(
      (start) => Buffer.from(start, 'latin1'),
    );
    forRuns(2000, fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }), (start, rest) => {
      const bytes = Buffer.concat([start, rest]);
      jpegSizeAt(bytes, 0);
      largestJpeg(bytes);
      const orientation = rawOrientation(bytes);
      assert.ok(orientation >= 1 && orientation <= 8);
      for (const read of [() => readJp2Structure(bytes), () => decodeBitmap(small(bytes), { isIcon: false })]) {
        try {
          read();
        } catch (error) {
          assert.ok(error instanceof CannotMake, String(error));
        }
      }
    });
  });
});

function decoded(file: Buffer): number[] {
  const { pixels } = decodeBitmap(file.subarray(FILE_HEADER), {
    pixelsAt: file.readUInt32LE(10) - FILE_HEADER,
    isIcon: false,
  });
  const bytes = Buffer.from(pixels);
  return Array.from({ length: bytes.length / 3 }, (_, pixel) => bytes.readUIntBE(pixel * 3, 3));
}

/** A bitmap header with small sides, so that a thousand of them decode quickly. */
function small(bytes: Buffer): Buffer {
  const head = Buffer.from(bytes);
  if (head.length >= 20) {
    head.writeUInt32LE(40, 0);
    head.writeInt16LE(0, 6);
    head.writeInt16LE(0, 10);
    head[5] = 0;
    head[9] = 0;
    head.writeUInt32LE((head[16] ?? 0) % 4, 16);
  }
  return head;
}
