import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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

test('long Accept-Encoding headers stay out of memory once parsed', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = heap();
  for (let n = 0; n < 900; n += 1) {
    assert.equal(encodingFor(`gzip, ${randomBytes(20_000).toString('hex')}`), 'gzip');
  }
  const megabytes = (heap() - before) / 1e6;
  assert.ok(megabytes < 10, `${megabytes} MB of 36`);
});

test('both encodings decode to the original bytes', async () => {
  const bytes = Buffer.from('["Größe"]'.repeat(1000));
  assert.deepEqual(brotliDecompressSync(await encode(bytes, 'br')), bytes);
  assert.deepEqual(gunzipSync(await encode(bytes, 'gzip')), bytes);
});
