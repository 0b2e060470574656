/** A node of a hundred thousand assets as a collection, while somebody else browses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssetRecord } from '../../../core/src/domain/model.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { assetOf } from '../search/contract-samples.ts';
import { startApp } from '../support/app.ts';

const [NODE, FIRST, ASSETS, AT_ONCE] = [20, 100_000, 100_000, 10_000];

/** Only what can be drawn has a manifest. */
function pictureOf(id: number): AssetRecord {
  const { active, ...asset } = assetOf(id, { nodes: [NODE], original: `${id}.jpg`, extension: 'jpg' });
  const properties = { ...active.properties, mediaType: 'image/jpeg', width: 60, height: 40 };
  return { ...asset, active: { ...active, properties } };
}

test('a node of 100,000 assets is a collection of 100 parts, which have each asset once and are short', async () => {
  await using app = await startApp({ ABS_CACHE_SECONDS: 0 });
  {
    await using writer = openCatalogueWriter({ directory: app.data });
    for (let from = FIRST; from < FIRST + ASSETS; from += AT_ONCE)
      await writer.change(async (changes) => {
        for (let id = from; id < from + AT_ONCE; id++) await changes.put('asset', pictureOf(id));
      });
  }
  const read = async (address: string) => {
    const answer = await fetch(address);
    assert.equal(answer.status, 200, address);
    const text = await answer.text();
    assert.ok(text.length < 1_000_000, `${address} has ${text.length} characters`);
    return JSON.parse(text) as { readonly items: readonly { readonly id: string; readonly type: string }[] };
  };
  const { items: parts } = await read(`${app.url}/iiif/presentation/3/node/${NODE}`);
  const seen = new Set<string>();
  for (const { id, type } of parts) {
    assert.equal(type, 'Collection');
    const { items } = await read(id);
    assert.ok(items.length <= 1000);
    for (const item of items) seen.add(item.id);
  }
  // The sample has two of its own there.
  assert.equal(seen.size, ASSETS + 2);
  assert.equal(parts.length, Math.ceil(seen.size / 1000));
});
