import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { wavFile } from '../../../demo/sounds/wav.ts';
import { pdfOf } from '../../../media/src/pictures/write-pdf.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { assetOf } from '../search/contract-samples.ts';
import { startApp } from '../support/app.ts';
import { fetchUntilReady } from '../support/fetch-until-ready.ts';
import { openForAll } from '../support/open-for-all.ts';
import { sampleWith } from './bundle.ts';

const CONTEXT = 'http://iiif.io/api/presentation/3/context.json';
const [DOCUMENT, SCAN, SOUND, PARTLY] = [5000, 5001, Number.MAX_SAFE_INTEGER, 5003];
const [RECORD, ODD, BROKEN, WHOLE, ENDLESS] = [5004, 5005, 5006, 5007, 5008];
const PAGES = 3000;
const LARGE_NODE = Number.MAX_SAFE_INTEGER;
const MIXED_NODE = 901;
const LARGE = 2500;

/** A PDF whose pages have these sizes in points, and turns in degrees. */
function pdfWith(sizes: readonly (readonly [width: number, height: number, turn: number])[]): Buffer {
  const kids = sizes.map((_, page) => `${3 + page} 0 R`).join(' ');
  return pdfOf([
    ['<</Type/Catalog/Pages 2 0 R>>'],
    [`<</Type/Pages/Kids[${kids}]/Count ${sizes.length}>>`],
    ...sizes.map(([width, height, turn]) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Rotate ${turn}>>`,
    ]),
  ]);
}

/** The sample, a long document, a scan of two pages, a sound, a node with many texts, and one with what has no manifest. */
async function bundle(): Promise<string> {
  const page = (background: string) =>
    sharp({ create: { width: 900, height: 300, channels: 3, background } })
      .png()
      .toBuffer();
  const asset = (id: number, name: string, node = 2) => ({ id, file: `files/${name}`, name, nodes: [node] });
  const text = (index: number) => ({ ...asset(10_000 + index, 'words.txt', LARGE_NODE), name: `text ${index}.txt` });
  return sampleWith({
    files: {
      'long.pdf': pdfWith(Array.from({ length: PAGES }, (_, page) => [200 + (page % 7), 300, page === 1 ? 90 : 0])),
      'endless.pdf': pdfOf([
        ['<</Type/Catalog/Pages 2 0 R>>'],
        [`<</Type/Pages/Kids[${'3 0 R '.repeat(12_000)}]/Count 12000>>`],
        ['<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]>>'],
      ]),
      'scan.tif': await sharp([await page('#f00'), await page('#00f')], { join: { animated: true } })
        .tiff()
        .toBuffer(),
      'words.txt': Buffer.from('words'),
      'odd.bin': Buffer.from([0, 1, 2, 3]),
      'broken.jpg': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0]),
      'silence.wav': wavFile(new Float32Array(8000)),
    },
    assets: [
      asset(DOCUMENT, 'long.pdf'),
      asset(ENDLESS, 'endless.pdf'),
      asset(SCAN, 'scan.tif'),
      asset(SOUND, 'silence.wav'),
      asset(PARTLY, 'scan.tif', 8),
      { id: RECORD, name: 'a record', nodes: [MIXED_NODE] },
      asset(ODD, 'odd.bin', MIXED_NODE),
      asset(BROKEN, 'broken.jpg', MIXED_NODE),
      asset(WHOLE, 'scan.tif', MIXED_NODE),
      ...Array.from({ length: LARGE }, (_, index) => text(index)),
    ],
    nodes: [
      { id: LARGE_NODE, type: 101, parent: 1, name: '<b>Many</b>' },
      { id: MIXED_NODE, type: 101, parent: 1, name: 'Mixed' },
    ],
  });
}

describe('IIIF manifests, collections and changes', () => {
  const app = openForAll(async () =>
    startApp(
      { ABS_PREVIEW_BIG: 600, ABS_BRANDING_NAME: 'Museum', ABS_ENDPOINTS: JSON.stringify({ press: {} }) },
      await bundle(),
    ),
  );
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${app.url}/iiif/${path}`, { headers });
  const read = async (path: string) => {
    const answer = await fetchUntilReady(`${app.url}/iiif/${path}`);
    assert.equal(answer.status, 200, path);
    return await answer.json();
  };
  const manifest = (id: number) => read(`presentation/3/asset/${id}/manifest`);
  const bodyOf = (canvas: { items: [{ items: [{ body: ReturnType<typeof image> }] }] }) =>
    canvas.items[0].items[0].body;

  test('a picture has one canvas, with its image service, rights, fields in every language, and formats', async () => {
    const answer = await get('presentation/3/asset/1000/manifest');
    assert.equal(answer.headers.get('content-type'), `application/ld+json;profile="${CONTEXT}"`);
    const id = `${app.url}/iiif/presentation/3/asset/1000`;
    const { items, rendering, metadata, provider, ...about } = await answer.json();
    assert.deepEqual(about, {
      '@context': CONTEXT,
      id: `${id}/manifest`,
      type: 'Manifest',
      label: { none: ['dawn <b>.jpg'] },
      summary: { en: ['Dawn'], de: ['Morgen'] },
      rights: 'http://creativecommons.org/licenses/by/4.0/',
      requiredStatement: {
        label: { en: ['Rights'], de: ['Rechte'] },
        value: { en: ['© Ada', 'Ask first'], de: ['© Ada, alle Rechte vorbehalten', 'Ask first'] },
      },
      thumbnail: [image(1000, '320,200', [320, 200])],
      seeAlso: [
        {
          id: `${app.url}/asset.do/details?details=1000`,
          type: 'Dataset',
          format: 'application/json',
          label: { none: ['dawn <b>.jpg'] },
        },
      ],
      homepage: [
        { id: `${app.url}/?asset=1000`, type: 'Text', format: 'text/html', label: { none: ['dawn <b>.jpg'] } },
      ],
    });
    assert.deepEqual(items, [
      {
        id: `${id}/canvas/0`,
        type: 'Canvas',
        label: { none: ['dawn <b>.jpg'] },
        ...{ width: 640, height: 400 },
        items: [
          {
            id: `${id}/canvas/0/page`,
            type: 'AnnotationPage',
            items: [
              {
                id: `${id}/canvas/0/painting`,
                type: 'Annotation',
                motivation: 'painting',
                body: image(1000, 'max', [640, 400]),
                target: `${id}/canvas/0`,
              },
            ],
          },
        ],
      },
    ]);
    const site = [{ id: `${app.url}/`, type: 'Text', format: 'text/html', label: { none: ['Museum'] } }];
    assert.deepEqual(provider, [{ id: `${app.url}/`, type: 'Agent', label: { none: ['Museum'] }, homepage: site }]);
    // Below a base address there is no page of the service.
    for (const path of ['asset/1000/manifest', 'node/2']) {
      const below = await (await fetch(`${app.url}/press/iiif/presentation/3/${path}`)).json();
      assert.deepEqual([below.homepage, below.provider], [undefined, provider], path);
    }
    assert.deepEqual(metadata[1], {
      label: { en: ['Price'], de: ['Preis'] },
      value: { en: ['1234.5'], de: ['1234,5'] },
    });
    assert.ok(rendering.length > 0);
    for (const { id: address, format } of rendering) {
      const file = await fetch(address);
      assert.deepEqual([file.status, file.headers.get('content-type')], [200, format], address);
    }
  });

  function image(id: number | string, size: string, [width, height]: readonly [number, number]) {
    const address = `${app.url}/iiif/image/3/${id}`;
    const service = [{ id: address, type: 'ImageService3', profile: 'level2' }];
    return { id: `${address}/full/${size}/0/default.jpg`, type: 'Image', format: 'image/jpeg', width, height, service };
  }

  test('a caller who may not download gets the size of the largest preview, and no formats', async () => {
    const { items, rendering } = await manifest(1007);
    assert.deepEqual([items[0].width, items[0].height, rendering], [600, 375, undefined]);
  });

  test('a document has a canvas for each of its 3,000 pages, as large as its picture', async () => {
    const { items } = await manifest(DOCUMENT);
    assert.equal(items.length, PAGES);
    for (const [page, identifier] of [
      [0, DOCUMENT],
      [1, `${DOCUMENT};page=1`],
      [2999, `${DOCUMENT};page=2999`],
    ] as const) {
      const { width, height, label } = items[page];
      assert.deepEqual(label, { none: [String(page + 1)] });
      const [{ id: address } = { id: '' }] = bodyOf(items[page]).service;
      assert.equal(address, `${app.url}/iiif/image/3/${identifier}`);
      const info = await (await fetch(`${address}/info.json`)).json();
      assert.deepEqual([info.width, info.height], [width, height]);
    }
    assert.ok(items[1].width > items[1].height, 'a turned page is wide');
    assert.equal((await get(`image/3/${DOCUMENT};page=3000/info.json`)).status, 404);
  });

  test('a PDF that refers to one page for ever has a manifest of its first 10,000', async () => {
    const { items } = await manifest(ENDLESS);
    assert.equal(items.length, 10_000);
    assert.equal((await get(`image/3/${ENDLESS};page=11999/info.json`)).status, 200);
  });

  test('the pages of a scan are canvases, too', async () => {
    for (const [id, first] of [
      [SCAN, 900],
      [PARTLY, 600],
    ] as const) {
      const { items } = await manifest(id);
      const widths = items.map(({ width }: { width: number }) => width);
      assert.deepEqual(widths, [first, first]);
      for (const [path, size] of [
        ['full/max', [first, first / 3]],
        ['0,0,512,200/512,200', [512, 200]],
      ] as const) {
        const answer = await get(`image/3/${id};page=1/${path}/0/default.jpg`);
        const picture = sharp(await answer.bytes());
        const { width, height } = await picture.metadata();
        assert.deepEqual([width, height], size);
        const { dominant } = await picture.stats();
        assert.ok(dominant.b > 200 && dominant.r < 50, 'the second page is blue');
      }
    }
  });

  test('a sound has a canvas with a duration, whose body plays', async () => {
    const [canvas] = (await manifest(SOUND)).items;
    assert.deepEqual([canvas.width, canvas.duration > 0], [undefined, true]);
    const { type, format, id } = bodyOf(canvas);
    assert.equal(type, 'Sound');
    assert.match(format, /^audio\//);
    assert.ok(id.includes(`asset.do?stream=${SOUND}`), id);
  });

  test('what is unknown, hidden or has nothing to show has no manifest', async () => {
    for (const id of ['1004', '1005', '1006', '5', 'x', '01000', '1000;page=1'])
      assert.equal((await get(`presentation/3/asset/${id}/manifest`)).status, 404, id);
  });

  test('a node lists the nodes below it and its assets', async () => {
    const { items, type, label } = await read('presentation/3/node/2');
    assert.deepEqual([type, label], ['Collection', { none: ['img10'] }]);
    const ids = items.map(({ id }: { id: string }) => id.replace(`${app.url}/iiif/presentation/3/`, ''));
    assert.deepEqual(ids, ['node/5', ...[1000, ENDLESS, DOCUMENT, SCAN, SOUND].map((id) => `asset/${id}/manifest`)]);
    for (const id of ['6', '12345', '9007199254740993', 'x', '2/part/1', '2/part/0']) {
      assert.equal((await get(`presentation/3/node/${id}`)).status, 404, id);
    }
  });

  test('a large collection is one of parts, which together have each asset once', async () => {
    const whole = await read(`presentation/3/node/${LARGE_NODE}`);
    assert.deepEqual(whole.label, { none: ['<b>Many</b>\n'] });
    assert.equal(whole.items.length, 3);
    const seen = new Set<string>();
    for (const { id } of whole.items) {
      const part = await (await fetch(id)).json();
      assert.deepEqual(part.partOf, [{ id: whole.id, type: 'Collection' }]);
      for (const item of part.items) seen.add(item.id);
    }
    assert.equal(seen.size, LARGE);
    for (const n of ['0', '4', '-1', '1.5', '']) {
      assert.equal((await get(`presentation/3/node/${LARGE_NODE}/part/${n}`)).status, 404, n);
    }
  });

  test('a collection leads to no manifest that there is not', async () => {
    for (const id of [RECORD, ODD, BROKEN])
      assert.equal((await get(`presentation/3/asset/${id}/manifest`)).status, 404);
    const { items } = await read(`presentation/3/node/${MIXED_NODE}`);
    assert.deepEqual(
      items.map(({ id }: { id: string }) => id),
      [`${app.url}/iiif/presentation/3/asset/${WHOLE}/manifest`],
    );
  });

  test('changes list each visible asset once, the latest last', async () => {
    const collection = await read('discovery/1/collection');
    const times: string[] = [];
    const seen = new Set<string>();
    let address: string | undefined = collection.first.id;
    let last = '';
    while (address !== undefined) {
      const page = await (await fetch(address)).json();
      assert.deepEqual(
        [page.type, page.partOf.id, page.startIndex],
        ['OrderedCollectionPage', collection.id, times.length],
      );
      for (const { type, object, endTime } of page.orderedItems) {
        assert.match(type, /^(?:Create|Update)$/);
        times.push(endTime);
        seen.add(object.id);
      }
      last = page.id;
      address = page.next?.id;
    }
    assert.equal(last, collection.last.id);
    assert.deepEqual([times.length, seen.size], [collection.totalItems, collection.totalItems]);
    assert.deepEqual(times, times.toSorted());
    assert.ok(seen.has(`${app.url}/iiif/presentation/3/asset/1000/manifest`));
    assert.ok(![...seen].some((id) => id.includes('/1005/')));
    assert.equal((await get('discovery/1/page/99')).status, 404);
  });

  test('harvesters learn which assets are gone, in the order of time, and begin anew where rules have changed', async () => {
    await using own = await startApp();
    await using writer = openCatalogueWriter({ directory: own.data });
    const activities = async () => {
      const found: { type: string; object?: { id: string }; startTime?: string; endTime?: string }[] = [];
      const collection = await (await fetch(`${own.url}/iiif/discovery/1/collection`)).json();
      for (let next: string | undefined = collection.first.id; next !== undefined; ) {
        const page = await (await fetch(next)).json();
        found.push(...page.orderedItems);
        next = page.next?.id;
      }
      assert.equal(found.length, collection.totalItems);
      const times = found.map(({ startTime, endTime }) => startTime ?? endTime ?? '');
      assert.deepEqual(times, times.toSorted());
      return found;
    };
    const idsOf = (found: Awaited<ReturnType<typeof activities>>, type: RegExp) =>
      found.flatMap((each) => (type.test(each.type) ? [Number(/asset\/(\d+)/.exec(each.object?.id ?? '')?.[1])] : []));
    const before = await activities();
    assert.deepEqual(idsOf(before, /Delete|Refresh/), []);
    // More than a page, some of them older, and some newer than what goes.
    const ids = Array.from({ length: 1500 }, (_, i) => 7000 + i);
    await writer.change(async (c) => {
      for (const id of ids) await c.put('asset', assetOf(id, { modified: id % 2 === 0 ? 0 : Date.now() + id * 1000 }));
    });
    await writer.change((c) => c.remove('asset', 7000));
    await writer.change((c) => c.remove('asset', 7001));
    const after = await activities();
    assert.deepEqual(idsOf(after, /Delete/), [7000, 7001]);
    assert.equal(new Set(idsOf(after, /Create|Update/)).size, before.length + 1498);
    await writer.change((c) => c.put('node_type', { id: 103, key: 'keyword', name: 'k', isPermissionDefining: true }));
    assert.equal((await activities())[0]?.type, 'Refresh');
  });
});
