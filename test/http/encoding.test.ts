import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { encode, encodingFor } from '../../src/http/encoding.ts';

for (const [header, encoding] of [
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;Q=0.5', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity', 'identity'],
  ['identity;q=1, gzip;q=0.5', 'identity'],
  ['deflate', 'identity'],
  ['br;q=x', 'identity'],
  [',,;;q=1,', 'identity'],
] as const) {
  test(`Accept-Encoding ${header} is answered with ${encoding}`, () => {
    assert.equal(encodingFor(header), encoding);
    assert.equal(encodingFor(header), encoding, 'the second time');
  });
}

test('both codings give the bytes back', async () => {
  const bytes = Buffer.from('["Größe"]'.repeat(1000));
  assert.deepEqual(brotliDecompressSync(await encode(bytes, 'br')), bytes);
  assert.deepEqual(gunzipSync(await encode(bytes, 'gzip')), bytes);
});
