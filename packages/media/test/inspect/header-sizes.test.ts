import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import fc, { forAll } from '../../../core/test/support/fast-check.ts';
import { icoSize } from '../../src/inspect/header-size.ts';
import { jxlSize } from '../../src/inspect/jxl-size.ts';

suite('sizes that exiftool gets wrong', () => {
  test('the size of a JPEG XL codestream is read', () => {
    const file = readFileSync(new URL('../../../service/test/fixtures/pictures/drawing.jxl', import.meta.url));
    assert.deepEqual(jxlSize(file.subarray(0, 64)), { width: 384, height: 256 });
  });

  test('the size of a rotated JPEG XL is as seen', () => {
    // The header of a recompressed JPEG with EXIF orientation 6, 450 x 600 as stored.
    const head = Buffer.from(
      '0000000c4a584c200d0a870a00000014667479706a786c20000000006a786c200000035e6a786c7000000000ff0aba1220b80542f28833a0a455955515549455',
      'hex',
    );
    assert.deepEqual(jxlSize(head), { width: 600, height: 450 });
  });

  test('the size of an icon file is that of its largest icon, where 0 means 256', () => {
    const entries = [
      [16, 16],
      [0, 0],
      [48, 32],
    ].flatMap(([width = 0, height = 0]) => [width, height, ...Array(14).fill(0)]);
    assert.deepEqual(icoSize(Buffer.from([0, 0, 1, 0, 3, 0, ...entries])), { width: 256, height: 256 });
    assert.deepEqual(icoSize(Buffer.from([0, 0, 1, 0, 9, 0, 48, 32, ...Array(14).fill(0)])), { width: 48, height: 32 });
  });

  test('any bytes have a size or none, without an error', () => {
    const starts = ['', '\xff\x0a', '\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14jxlp'].map((start) =>
      Buffer.from(start, 'latin1'),
    );
    forAll(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 80 }), (start, rest) => {
      const bytes = Buffer.concat([start, rest]);
      for (const { width, height } of [jxlSize(bytes), icoSize(bytes)]) assert.ok(width >= 0 && height >= 0);
    });
  });
});
