import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../support/app.ts';

const HEADERS = {
  'Surrogate-Key': ['asset-1000 pictures', 'asset-1000 pictures catalogue'],
  'Cache-Tag': ['asset-1000,pictures', 'asset-1000,pictures,catalogue'],
  xkey: ['asset-1000 pictures', 'asset-1000 pictures catalogue'],
  'Cache-Groups': ['"asset-1000", "pictures"', '"asset-1000", "pictures", "catalogue"'],
} as const;

for (const [header, [pictures, details]] of Object.entries(HEADERS)) {
  test(`${header} tells what an answer is made of, also when it comes from memory or is unchanged`, async () => {
    await using app = await startApp({ ABS_PURGE_TAGS: header });
    for (const [path, tags] of [
      ['asset.do?thumb=1000', pictures],
      ['asset.do?preview=1000', pictures],
      ['asset.do?picture=1000&width=10', pictures],
      ['iiif/image/3/1000/full/max/0/default.jpg', pictures],
      ['asset.do?details=1000', details],
      ['node.do?search=', header === 'Cache-Groups' ? '"catalogue"' : 'catalogue'],
      ['icons/original.svg', header === 'Cache-Groups' ? '"catalogue"' : 'catalogue'],
      ['iiif/presentation/3/asset/1000/manifest', header === 'Cache-Groups' ? '"catalogue"' : 'catalogue'],
    ] as const) {
      const first = await fetch(`${app.url}/${path}`);
      await first.arrayBuffer();
      assert.equal(first.headers.get(header), tags, path);
      const again = await fetch(`${app.url}/${path}`, {
        headers: { 'if-none-match': first.headers.get('etag') ?? '' },
      });
      assert.deepEqual([again.status, again.headers.get(header)], [304, tags], path);
    }
    assert.equal((await fetch(`${app.url}/asset.do?thumb=9`)).headers.get(header), null);
  });
}
