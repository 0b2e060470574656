/** The CRC-32 against that of node:zlib. */
import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 as referenceOf } from 'node:zlib';
import { crc32 } from '../../src/platform/crc32.ts';
import fc, { forAll } from '../support/fast-check.ts';

test('a checksum is that of ZIP, in one part or two, of shared memory too', () => {
  deepEqual(crc32(Buffer.from('123456789')), 0xcbf43926);
  deepEqual(crc32(new Uint8Array(0)), 0);
  forAll(fc.uint8Array({ maxLength: 3000 }), fc.nat(), (bytes, seed) => {
    const cut = seed % (bytes.length + 1);
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    deepEqual(crc32(bytes), referenceOf(bytes));
    deepEqual(crc32(shared.subarray(cut), crc32(shared.subarray(0, cut))), referenceOf(bytes));
  });
});
