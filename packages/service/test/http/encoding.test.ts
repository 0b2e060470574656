import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { encode, encodingFor } from '../../src/http/encoding.ts';

test('Accept-Encoding is answered with what it prefers', () => {
  for (const [header, encoding] of [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP;Q=0.5', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['deflate', 'identity'],
    ['br;q=x', 'identity'],
    [',,;;q=1,', 'identity'],
  ] as const) {
    assert.equal(encodingFor(header), encoding, `${header}`);
    assert.equal(encodingFor(header), encoding, `${header} the second time`);
  }
});

test('both encodings decode to the original bytes', async () => {
  const bytes = Buffer.from('["Größe"]'.repeat(1000));
  assert.deepEqual(brotliDecompressSync(await encode(bytes, 'br')), bytes);
  assert.deepEqual(gunzipSync(await encode(bytes, 'gzip')), bytes);
});
