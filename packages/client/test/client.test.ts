import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { newFolder } from '../../core/test/support/temporary-folder.ts';
import { openCatalogueWriter } from '../../service/src/catalogue/sqlite/writer.ts';
import { assetOf } from '../../service/test/search/contract-samples.ts';
import { startApp } from '../../service/test/support/app.ts';
import { openForAll } from '../../service/test/support/open-for-all.ts';
import { type Client, connect, iiifOf, pictureOf, signAddress } from '../src/index.ts';

describe('a client of a running service', () => {
  const app = openForAll(() => startApp({ ABS_PIN_PARENT_NODE: 20 }));
  let client: Client;
  before(() => {
    client = connect(app.url, { locale: 'de' });
  });

  test('a list without pages is one page', async () => {
    const page = await client.node.search({ search: '' });
    assert.deepEqual([await page.next(), page.total], [undefined, undefined]);
  });

  test('what no service would accept is not signed', async () => {
    const key = { id: '2026', secret: 'k'.repeat(32) };
    const options = { user: 1, expires: 1_790_000_000, key };
    for (const [address, more] of [
      ['/asset.do', {}],
      ['//x/asset.do?thumb=1', {}],
      ['asset.do?thumb=1', {}],
      ['/asset.do?thumb=1#x', {}],
      ['/asset.do?thumb=1&us%65r=1', {}],
      ['/asset.do?thumb=1', { expires: Date.now() }],
      ['/asset.do?thumb=1', { expires: new Date(Number.NaN) }],
      ['/asset.do?thumb=1', { user: -1 }],
      ['/asset.do?thumb=1', { groups: [] }],
      ['/asset.do?thumb=1', { groups: [1.5] }],
      ['/asset.do?thumb=1', { key: { ...key, id: 'a&b' } }],
      ['/asset.do?thumb=1', { key: { ...key, secret: `${'k'.repeat(31)}\n` } }],
    ] as const)
      await assert.rejects(signAddress(address, { ...options, ...more }), address);
  });

  test('changes begin with all assets, go on where they ended, and begin anew where a cursor has expired', async () => {
    let days = 0;
    await using own = await startApp({}, undefined, { clock: () => Date.now() + days * 86_400_000 });
    await using writer = openCatalogueWriter({ directory: own.data });
    const { changes } = connect(own.url);
    const copy = new Map<number, number | null>();
    let cursor: string | undefined;
    const follow = async () => {
      const kinds: string[] = [];
      for await (const batch of changes({ cursor, seconds: 0 })) {
        if (batch.isNew) copy.clear();
        for (const { type, id, action, version } of batch.changes) {
          if (type !== 'asset') continue;
          if (action === 'removed') copy.delete(id ?? 0);
          else copy.set(id ?? 0, version);
        }
        ({ cursor } = batch);
        kinds.push(batch.isNew ? 'new' : 'more');
      }
      const all = await Array.fromAsync((await connect(own.url).node.search({ search: '', paginate: 3 })).all());
      assert.deepEqual(
        new Map([...copy].toSorted()),
        new Map(all.map(({ id, version }) => [id, version] as const).toSorted()),
      );
      return kinds.join(' ');
    };
    assert.equal(await follow(), 'new more');
    await writer.change((c) => c.put('asset', assetOf(8000)));
    assert.equal(await follow(), 'more');
    assert.equal(await follow(), '');
    await writer.change((c) => c.remove('asset', 8000));
    assert.equal(await follow(), 'more');
    const old = cursor;
    days = 2;
    assert.equal(await follow(), 'more', 'a cursor that is renewed without news is told');
    assert.notEqual(cursor, old);
    assert.equal(await follow(), '');
    await writer.change((c) => c.put('node_type', { id: 103, key: 'k', name: 'k', isPermissionDefining: true }));
    assert.equal(await follow(), 'new more');
    for (const seconds of [Number.NaN, -1, 86_401])
      await assert.rejects(changes({ cursor, seconds }).next(), { name: 'RangeError', message: /^seconds: / });
  });

  test('reviews have pages, and the mean of their ratings', async () => {
    for (const rating of [1, 2, 3]) await client.review.post({ post: 1000, rating });
    const first = await client.review.get({ get: 1000, paginate: 2 });
    assert.equal(first.items.length, 2);
    const ratings: number[] = [];
    for await (const { rating } of first.all()) ratings.push(rating ?? 0);
    assert.deepEqual(ratings.slice(0, 3), [3, 2, 1]);
    assert.equal(ratings.length, first.total);
    const mean = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
    assert.equal(first.data.averageRating, Math.round(mean * 100) / 100);
  });

  test('facets come beside assets, or alone', async () => {
    const both = await client.node.search({ search: '', search_facets: 2 });
    const alone = await client.node.search({ search: '', search_facets: 1 });
    assert.ok(both.items.length > 0 && both.facets);
    assert.deepEqual(alone.facets, both.facets);
    assert.deepEqual(alone.items, []);
  });

  test('the type that an answer names for an asset is accepted as a filter', async () => {
    const { items } = await client.node.search({ search: 'img2', paginate: 1 });
    const type = items[0]?.type ?? Number.NaN;
    const alike = await client.node.search({ search: '', search_file_category: type });
    assert.ok(alike.items.length > 0 && alike.items.every((each) => each.type === type));
  });

  test('the locale of the client applies, and a request may name another', async () => {
    const [german, english] = await Promise.all([
      client.asset.properties({ properties: true }),
      client.asset.properties({ properties: true, locale: 'en' }),
    ]);
    assert.notDeepEqual(german, english);
  });

  test('addresses of pictures name no language, because pictures have no words, but those of players and files do', async () => {
    const { thumb, preview, download } = client.asset;
    const languages = [
      thumb.url({ thumb: 1000 }),
      preview.url({ preview: 1000, big: true }),
      preview.url({ preview: 1000, locale: 'en' }),
      preview.url({ preview: 1000, type: 'video' }),
      download.url({ download: 1000 }),
    ].map((url) => new URL(url).searchParams.get('locale'));
    assert.deepEqual(languages, [null, null, 'en', 'de', 'de']);
    // 1006 is a record without a file, whose picture is a placeholder.
    const [german, english] = await Promise.all(
      ['de', 'en'].map(async (locale) =>
        Buffer.from(await (await fetch(preview.url({ preview: 1006, locale }))).arrayBuffer()),
      ),
    );
    assert.deepEqual(german, english);
  });

  test('a list with commas in its values is sent by repeating the parameter', () => {
    const url = client.node.search.url({ search_infofield: ['101,apple', '102,3'], search_extensions: ['jpg', 'png'] });
    const { searchParams } = new URL(url);
    assert.deepEqual(searchParams.getAll('search_infofield'), ['101,apple', '102,3']);
    assert.deepEqual(searchParams.getAll('search_extensions'), ['jpg,png']);
  });

  test('the types of relations are data, the related files a ZIP', async () =>
    assert.ok(Array.isArray(await client.asset.relations({ relations: -1 }))));

  test('a PIN can be made', async () => {
    const pin = await client.pin.create({ create: [1000] });
    assert.match(pin.link, /^http/);
  });

  test('the addresses for IIIF viewers lead to an image and a manifest', async () => {
    const { image, manifest } = iiifOf(client, { id: 1000 }, { version: 4, page: 0 });
    assert.equal((await (await fetch(`${image}/info.json`)).json()).id, image);
    assert.equal((await (await fetch(manifest)).json()).id, manifest);
  });

  test('an entry with pictures has the attributes of an image, also as JSX spells them', async () => {
    const [asset] = (await client.node.search({ search_id: [1000], pictures: '100,300', alt_name: 100 })).items;
    assert.ok(asset?.picture);
    const { srcset, src, ...others } = pictureOf(asset) ?? {};
    assert.deepEqual([src, srcset], [asset.picture.src, asset.picture.srcset]);
    const sizes = '(max-width: 300px) 100vw, 300px';
    assert.deepEqual(others, { sizes, width: 300, height: 188, alt: 'Morgen' });
    const props = pictureOf(asset, { jsx: true, sizes: '50vw', alt: 'Dawn' });
    assert.deepEqual(props, { src, srcSet: srcset, sizes: '50vw', width: 300, height: 188, alt: 'Dawn' });
    const teaser = await client.asset.details({ details: 1000, pictures: 'link' });
    const names = Object.keys(pictureOf(teaser, { sizes: '50vw' }) ?? {});
    assert.deepEqual(names, ['src', 'srcset', 'width', 'height', 'alt']);
    const [record] = (await client.node.search({ search_id: [1006], pictures: '100' })).items;
    assert.equal(record && pictureOf(record), undefined);
  });

  test('the program of README.md runs as it stands', async () => {
    const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const [, program = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
    const folder = newFolder();
    const file = join(folder, 'program.mjs');
    const text = program
      .replace('@asset-browsing-service/client', import.meta.resolve('../src/index.ts'))
      .replace('https://media.example/', `${app.url}/`);
    assert.ok(text.includes(app.url) && text.includes('index.ts'));
    writeFileSync(file, text);
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file]);
    assert.equal(stderr, '');
    assert.match(stdout, /^.+\.\w+ http\S+picture=\d+/m);
    assert.match(stdout, /^saved .+\.\w+ image\/\w+$/m);
  });
});

test('no address has the token unless the caller gives it', () => {
  const { thumb } = connect('https://media.example/', { token: 'secret' }).asset;
  assert.ok(!thumb.url({ thumb: 1 }).includes('token'));
  assert.ok(thumb.url({ thumb: 1, token: 't' }).includes('token=t'));
});
