import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { tileLevels, tilePlaces } from '../../../core/src/domain/tiles.ts';
import { SLOW_SVG } from '../../../core/test/support/slow-svg.ts';
import { pdfOf } from '../../../media/src/pictures/write-pdf.ts';
import { appForAll, startApp } from '../support/app.ts';
import { sampleWith } from './bundle.ts';

const CONTEXT = 'http://iiif.io/api/image/3/context.json';

/** Of the sample: a picture of 640 × 400 pixels that may be downloaded, and the same that may only be viewed. */
const [FREE, VIEW_ONLY] = [1000, 1007];

describe('IIIF images', () => {
  const app = appForAll({
    ABS_PREVIEW_BIG: 600,
    ABS_ENDPOINTS: JSON.stringify({ press: { iiif: { enabled: false } } }),
  });
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${app.url}/iiif/image/3/${path}`, { headers, method, redirect: 'manual' });
  const info = async (id: string | number) => await (await get(`${id}/info.json`)).json();

  test('a picture is described with the size, sizes and tiles that the caller gets', async () => {
    assert.deepEqual(await info(FREE), {
      '@context': CONTEXT,
      id: `${app.url}/iiif/image/3/1000`,
      type: 'ImageService3',
      protocol: 'http://iiif.io/api/image',
      profile: 'level2',
      ...{ width: 640, height: 400 },
      sizes: [
        { width: 320, height: 200 },
        { width: 640, height: 400 },
      ],
      tiles: [{ width: 512, height: 512, scaleFactors: [1, 2] }],
      rights: 'http://creativecommons.org/licenses/by/4.0/',
      extraFormats: ['webp', 'avif'],
      extraFeatures: ['canonicalLinkHeader', 'mirroring', 'profileLinkHeader'],
    });
    const { width, height, sizes } = await info(VIEW_ONLY);
    assert.deepEqual([width, height, sizes.at(-1)], [600, 375, { width: 600, height: 375 }]);
  });

  test('its media type is that of the standard unless the caller names plain JSON alone', async () => {
    for (const [accept, mediaType] of [
      ['*/*', `application/ld+json;profile="${CONTEXT}"`],
      ['application/json', 'application/json'],
      ['application/json;q=0', `application/ld+json;profile="${CONTEXT}"`],
      [`application/json, application/ld+json;profile="${CONTEXT}"`, `application/ld+json;profile="${CONTEXT}"`],
    ] as const) {
      const { headers } = await get(`${FREE}/info.json`, { accept });
      assert.equal(headers.get('content-type'), mediaType, accept);
      assert.match(headers.get('vary') ?? '', /\bAccept\b(?!-)/);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.match(headers.get('cache-control') ?? '', /^public/);
    }
  });

  for (const id of [FREE, VIEW_ONLY])
    test(`every size and tile that asset ${id} lists is answered in exactly this size`, async () => {
      const { width, height, sizes } = await info(id);
      const parts = sizes.map((size: { width: number; height: number }) => ['full', size.width, size.height]);
      const levels = tileLevels({ width, height });
      for (const { level, column, row } of tilePlaces(levels)) {
        const factor = 2 ** (levels.length - 1 - level);
        const [left, top] = [column * 512 * factor, row * 512 * factor];
        const [w, h] = [Math.min(512 * factor, width - left), Math.min(512 * factor, height - top)];
        parts.push([`${left},${top},${w},${h}`, Math.ceil(w / factor), Math.ceil(h / factor)]);
      }
      for (const [region, w, h] of parts) {
        const answer = await get(`${id}/${region}/${w},${h}/0/default.jpg`);
        assert.equal(answer.status, 200, `${region} ${w} ${h}`);
        const picture = await sharp(await answer.bytes()).metadata();
        assert.deepEqual([picture.format, picture.width, picture.height], ['jpeg', w, h]);
      }
    });

  test('regions are cut, scaled, mirrored, turned, made grey and written in each format', async () => {
    for (const [path, format, size, canonical] of [
      ['100,50,200,100/max/0/default.png', 'png', [200, 100], '100,50,200,100/max/0/default.png'],
      ['pct:0,0,50,50/80,/90/gray.webp', 'webp', [50, 80], '0,0,320,200/80,50/90/gray.webp'],
      ['square/!50,60/!270/color.avif', 'heif', [50, 50], '120,0,400,400/50,50/!270/default.avif'],
      ['full/,200/0/default.jpg', 'jpeg', [320, 200], 'full/320,200/0/default.jpg'],
      ['full/%5Emax/0/default.jpg', 'jpeg', [640, 400], 'full/max/0/default.jpg'],
    ] as const) {
      const answer = await get(`${FREE}/${path}`);
      assert.equal(answer.status, 200, path);
      const links = answer.headers.get('link');
      const profile = '<http://iiif.io/api/image/3/level2.json>;rel="profile"';
      assert.equal(links, `<${app.url}/iiif/image/3/1000/${canonical}>;rel="canonical", ${profile}`);
      const picture = await sharp(await answer.bytes()).metadata();
      assert.deepEqual([picture.format, picture.width, picture.height], [format, ...size], path);
    }
    const pixels = async (rotation: string) =>
      await sharp(await (await get(`${FREE}/0,0,40,20/max/${rotation}/default.png`)).bytes())
        .raw()
        .toBuffer({ resolveWithObject: true });
    const [plain, turned] = [await pixels('0'), await pixels('!90')];
    const at = ({ data, info: { width, channels } }: typeof plain, x: number, y: number) => [
      ...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3),
    ];
    // Mirrored, then turned clockwise: the top left corner stays where it is seen at the top right, and right is down.
    assert.deepEqual(at(turned, 19, 39), at(plain, 0, 0));
    assert.deepEqual(at(turned, 0, 0), at(plain, 39, 19));
  });

  test('with pictures, entries have the address of their image, where IIIF is offered and has one', async () => {
    const entries = async (base: string) => {
      const answer = await fetch(`${app.url}${base}/node.do?search=&pictures=100`);
      return (await answer.json()).data as readonly { id: number; iiif?: string }[];
    };
    const named = (await entries('')).filter(({ iiif }) => iiif !== undefined);
    assert.ok(named.some(({ id }) => id === FREE) && !named.some(({ id }) => id === 1006));
    for (const { id, iiif = '' } of named) {
      assert.equal(iiif, `${app.url}/iiif/image/3/${id}`);
      if (id === FREE) assert.equal((await (await fetch(iiif)).json()).id, iiif);
    }
    assert.ok((await entries('/press')).every(({ iiif }) => iiif === undefined));
  });

  test('no region shows a caller who may only view more than the largest preview', async () => {
    const raw = async (answer: Response) =>
      await sharp(await answer.bytes())
        .removeAlpha()
        .raw()
        .toBuffer();
    const preview = await raw(await fetch(`${app.url}/asset.do?preview=${VIEW_ONLY}&big=true`));
    for (const [region, left, top, width, height] of [
      ['full', 0, 0, 600, 375],
      ['17,31,200,100', 17, 31, 200, 100],
      ['pct:50,0,50,100', 300, 0, 300, 375],
    ] as const) {
      const part = await raw(await get(`${VIEW_ONLY}/${region}/max/0/default.png`));
      assert.equal(part.length, width * height * 3);
      for (let row = 0; row < height; row++) {
        const from = ((top + row) * 600 + left) * 3;
        const own = part.subarray(row * width * 3, (row + 1) * width * 3);
        assert.deepEqual(own, preview.subarray(from, from + width * 3), `${region} ${row}`);
      }
    }
  });

  test('addresses lead to where they are meant', async () => {
    for (const [path, location] of [
      ['1000', '1000/info.json'],
      ['1000;page=0;version=4/info.json', '1000;version=4;page=0/info.json'],
      [
        '1000%3Bpage%3D0%3Bversion%3D4/pct:0,0,50,50/%5Emax/!0/default.jpg',
        '1000;version=4;page=0/pct:0,0,50,50/%5Emax/!0/default.jpg',
      ],
    ] as const) {
      const answer = await get(path);
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, `${app.url}/iiif/image/3/${location}`]);
    }
    for (const path of ['1000%3Bversion%3D4/info.json', '1000;version=3/info.json', '1000;page=0/info.json'])
      assert.equal((await get(path)).status, 200, path);
  });

  test('what does not exist for the caller, or has no picture, is a 404 like any unknown asset', async () => {
    const same = new Set<string>();
    for (const id of ['1005', '5']) {
      const answer = await get(`${id}/info.json`);
      assert.equal(answer.status, 404);
      same.add(
        (await answer.text()).replace(id, 'ID') +
          JSON.stringify([...answer.headers].filter(([name]) => name !== 'date' && name !== 'content-length')),
      );
    }
    assert.equal(same.size, 1);
    const paths = [
      ...['a', '1000;size=1', '01000', '%5Bfrob%5D', '1000%2F1', 'a/b', '1006', '1004', '1000;version=9'],
      ...['1000;page=7', '..', '%2e%2e', '1000;page=99999999999999'],
    ];
    for (const path of paths) {
      for (const rest of ['info.json', 'full/max/0/default.jpg'])
        assert.equal((await get(`${path}/${rest}`)).status, 404, path);
    }
    assert.equal((await fetch(`${app.url}/press/iiif/image/3/1000/info.json`)).status, 404);
  });

  test('conditions and ranges hold', async () => {
    for (const path of ['1000/info.json', '1000/full/320,200/0/default.jpg', '1000/square/80,/0/default.webp']) {
      const etag = (await get(path)).headers.get('etag') ?? '';
      assert.equal((await get(path, { 'if-none-match': etag })).status, 304);
    }
    const part = await get('1000/full/320,200/0/default.jpg', { range: 'bytes=2-5' });
    assert.deepEqual([part.status, (await part.bytes()).length], [206, 4]);
  });

  test('where not every size is allowed, those that are listed are', async () => {
    const allow = (name: string, more = {}) => ({ picture: { allow: name, ...more } });
    const endpoints = { few: allow('widths', { widths: [100] }), sets: allow('presets') };
    await using own = await startApp({ ABS_PREVIEW_BIG: 600, ABS_ENDPOINTS: JSON.stringify(endpoints) });
    for (const base of ['few', 'sets']) {
      const ask = async (path: string) =>
        (await fetch(`${own.url}/${base}/iiif/image/3/1000/${path}`)).json().catch(() => ({ status: 200 }));
      for (const path of [
        'full/max/0/default.jpg',
        'full/320,/90/gray.png',
        '512,0,128,400/128,400/0/default.jpg',
        '0,0,640,400/pct:50/0/default.webp',
      ])
        assert.equal((await ask(path)).status, 200, path);
      for (const path of ['full/319,/0/default.jpg', '1,0,512,400/512,400/0/default.jpg', 'square/max/0/default.jpg']) {
        const { status, code } = await ask(path);
        assert.deepEqual([status, code], [403, 'picture_not_allowed'], path);
      }
    }
  });

  test('each page of a layout, a drawing and a fax is a canvas as large as its picture', async () => {
    const pages = [300, 200].map((width) => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} 400]>>`);
    // PCX pictures of one bit, whose corners, and bytes in a row, are in the header.
    const fax = [48, 16].map((width) => {
      const bytes = Buffer.concat([Buffer.from([10, 5, 1, 1]), Buffer.alloc(124 + (width / 8) * 30)]);
      for (const [at, value] of Object.entries({ 8: width - 1, 10: 29, 66: width / 8 }))
        bytes.writeUInt16LE(value, +at);
      return bytes.fill(1, 65, 66);
    });
    const places = Buffer.alloc(16);
    for (const [at, place] of [0x3ade68b1, 16, 16 + (fax[0]?.length ?? 0)].entries())
      places.writeUInt32LE(place, 4 * at);
    const files = {
      'a.indd': readFileSync(new URL('../../../media/test/fixtures/pictures/two-pages.indd', import.meta.url)),
      'a.ai': pdfOf([
        ['<</Type/Catalog/Pages 2 0 R>>'],
        ['<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>'],
        ...pages.map((page) => [page]),
      ]),
      'a.dcx': Buffer.concat([places, ...fax]),
    };
    const assets = Object.keys(files).map((name, at) => ({ id: 5000 + at, file: `files/${name}`, name, nodes: [2] }));
    await using own = await startApp({ ABS_PREVIEW_BIG: 600 }, sampleWith({ files, assets }));
    const read = async (address: string) => await (await fetch(address)).json();
    for (const { id, name } of assets) {
      const { data } = await read(`${own.url}/node.do?search_id=${id}&extended=true`);
      const { items } = await read(`${own.url}/iiif/presentation/3/asset/${id}/manifest`);
      assert.deepEqual([data[0].pages, items.length], [2, 2], name);
      for (const { width, height, items: pages } of items) {
        const described = await read(`${pages[0].items[0].body.service[0].id}/info.json`);
        assert.deepEqual([described.width, described.height], [width, height], name);
      }
    }
  });

  test('what takes too long to draw is not ready, and not unknown', async () => {
    const slow = Buffer.from(SLOW_SVG);
    // An import would wait for it, too.
    const quick = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>'.padEnd(slow.length));
    const asset = { id: 5000, file: 'files/slow.svg', name: 'slow.svg', nodes: [2] };
    // Far longer than placeholders take.
    const settings = { ABS_RENDER_SECONDS: 5 };
    await using own = await startApp(settings, sampleWith({ files: { 'slow.svg': quick }, assets: [asset] }));
    const sha256 = createHash('sha256').update(quick).digest('hex');
    const [original = ''] = globSync(join(own.data, `**/*${sha256.slice(4)}*`));
    rmSync(original);
    writeFileSync(original, slow);
    for (const path of ['info.json', 'full/max/0/default.jpg']) {
      const answer = await fetch(`${own.url}/iiif/image/3/5000/${path}`);
      const { code } = (await answer.json()) as { code: string };
      assert.deepEqual([answer.status, code, answer.headers.get('retry-after')], [503, 'not_ready', '60'], path);
    }
  });

  test('where a token is needed, no shared cache keeps a picture, and a token in the address gets at once what others are led to', async () => {
    const TOKEN = 'a'.repeat(32);
    const bearer = { authorization: `Bearer ${TOKEN}` };
    const tokens = JSON.stringify([{ token: TOKEN, user: 2 }]);
    await using own = await startApp({ ABS_TOKEN_VERIFIER: 'static', ABS_TOKEN_TOKENS: tokens });
    for (const path of ['1000/info.json', '1000/full/max/0/default.jpg']) {
      const address = `${own.url}/iiif/image/3/${path}`;
      assert.equal((await fetch(address)).status, 401);
      const answer = await fetch(address, { headers: bearer });
      assert.deepEqual([answer.status, answer.headers.get('cache-control')?.split(',')[0]], [200, 'private'], path);
    }
    const [description, picture] = ['info.json', 'full/100,/0/default.jpg'];
    for (const [path, same] of [
      ['1000', `1000/${description}`],
      ['1000;page=0;version=4', `1000;version=4;page=0/${description}`],
      [`1000;page=0;version=4/${description}`, `1000;version=4;page=0/${description}`],
      [`1000;page=0;version=4/${picture}`, `1000;version=4;page=0/${picture}`],
    ] as const) {
      const of = async (each: string, headers: Readonly<Record<string, string>> = {}) => {
        const answer = await fetch(`${own.url}/iiif/image/3/${each}`, { headers, redirect: 'manual' });
        assert.equal(answer.headers.get('cache-control')?.split(',')[0], 'private', each);
        return [answer.status, answer.headers.get('content-type'), await answer.text()];
      };
      // The header is sent to where a redirect leads, and a token in the address can't be.
      assert.equal((await of(path, bearer))[0], 303, path);
      assert.deepEqual(await of(`${path}?token=${TOKEN}`), await of(same, bearer), path);
    }
  });
});
