import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
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

test('zstd, which takes the least time, is for what is sent once', () => {
  for (const [header, encoding] of [
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, zstd;q=0.9', 'gzip'],
    ['zstd;q=0, br', 'br'],
    ['zstd;q=0.5, identity', 'identity'],
    ['*', 'br'],
    ['gzip, deflate, br', 'br'],
    [undefined, 'identity'],
  ] as const)
    assert.equal(encodingFor(header, 'once'), encoding, `${header}`);
  assert.equal(encodingFor('zstd'), 'identity');
});

test('all encodings decode to the original bytes', async () => {
  const bytes = Buffer.from('["Größe"]'.repeat(1000));
  assert.deepEqual(brotliDecompressSync(await encode(bytes, 'br')), bytes);
  assert.deepEqual(gunzipSync(await encode(bytes, 'gzip')), bytes);
  for (const text of [bytes, Buffer.concat(Array(20).fill(bytes))])
    assert.deepEqual(zstdDecompressSync(await encode(text, 'zstd', 'once')), text);
});

test('the window of Brotli is the smallest that holds the text, because a coder takes memory for the whole of it', async () => {
  for (const [bytes, bits] of [
    [1400, 11],
    [40_000, 16],
    [65_520, 16],
    [65_521, 17],
    [300_000, 19],
  ] as const) {
    const text = Buffer.from('["Größe"]'.repeat(bytes / 5)).subarray(0, bytes);
    const coded = await encode(text, 'br', 'once');
    assert.deepEqual(brotliDecompressSync(coded), text);
    assert.equal(windowOf(coded[0] ?? 0), bits, `of ${bytes} bytes`);
  }
});

/** The bits of the window that a stream states (RFC 7932, section 9.1). */
function windowOf(first: number): number {
  if ((first & 1) === 0) return 16;
  const high = (first >> 1) & 7;
  const low = (first >> 4) & 7;
  if (high > 0) return 17 + high;
  return low > 0 ? 8 + low : 17;
}
