/** Assets outside their validity: what is refused or hidden, for whom, until when, and how long answers are kept. */

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { wavFile } from '../../../demo/sounds/wav.ts';
import { type RunningApp, startApp } from '../support/app.ts';
import { NOW, SAMPLE } from '../support/sample.ts';

const FROM = NOW;
const UNTIL = NOW + 3_600_000;
const PERIOD = { valid_from: new Date(FROM).toISOString(), valid_until: new Date(UNTIL).toISOString() };
const WHEN = { before: FROM - 1, first: FROM, last: UNTIL - 1, after: UNTIL } as const;
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 90 90]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

/** Assets 1 to 6 have a period, 9 is valid always, and 404 doesn't exist. Staff are exempt in node 1. */
async function bundle(): Promise<string> {
  const folder = newFolder();
  mkdirSync(join(folder, 'files'));
  const file = (name: string, bytes: string | Uint8Array) => writeFileSync(join(folder, 'files', name), bytes);
  const noise = await sharp({
    create: { width: 700, height: 500, channels: 3, background: '#888', noise: { type: 'gaussian', sigma: 90 } },
  })
    .png()
    .toBuffer();
  file('wide.png', noise);
  file('copy.png', noise);
  file(
    'still.gif',
    await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .gif()
      .toBuffer(),
  );
  file('sound.wav', wavFile(new Float32Array(800)));
  file('page.pdf', PDF);
  file('cube.stl', 'solid cube\nendsolid cube\n');
  copyFileSync(join(SAMPLE, 'files/dawn.jpg'), join(folder, 'files/dawn.jpg'));
  const asset = (id: number, name: string, more = {}) => ({ id, file: `files/${name}`, name, nodes: [1], ...more });
  const catalogue = {
    node_types: [{ id: 101, key: 'folder', name: 'Folders', permission: 'permission_defining' }],
    relation_types: [{ id: 1, key: 'like', name: 'Like', symmetric: true }],
    download_formats: [
      { id: 1, name: 'Original', default: true },
      { id: 2, name: 'Small', categories: ['IMAGE'], convert: { to: 'jpg', width: 20 } },
    ],
    groups: [1, 2, 3].map((id) => ({ id, name: String(id) })),
    users: [1, 2, 3].map((id) => ({ id, name: String(id), groups: [id], service: id === 1 })),
    nodes: [
      {
        id: 1,
        name: 'Files',
        access: [
          { group: 1, download: '*' },
          { group: 2, download: '*', any_time: true },
          { group: 3, any_time: true },
        ],
      },
    ],
    assets: [
      asset(1, 'wide.png', PERIOD),
      asset(2, 'sound.wav', PERIOD),
      asset(3, 'page.pdf', PERIOD),
      asset(4, 'still.gif', PERIOD),
      asset(5, 'cube.stl', PERIOD),
      asset(6, 'copy.png', PERIOD),
      asset(9, 'dawn.jpg', {
        relations: [{ type: 'like', to: 1 }],
        rights: { licence: 'https://beer.example/free,or,not', as_written: { source_type: 'Ours, by hand' } },
      }),
    ],
  };
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(catalogue));
  return folder;
}

describe('outside its validity', () => {
  const clock = { now: NOW };
  let app: RunningApp;
  before(async () => {
    const allow = { validity: { download: 'allow' } };
    const hide = { validity: { view: 'hide' } };
    const endpoints = {
      allow,
      long: { cache: { seconds: 7200, browserSeconds: 7200 } },
      'long-staff': { serviceUser: 2, cache: { seconds: 7200, browserSeconds: 7200 } },
      'long-hide': { ...hide, cache: { seconds: 7200, browserSeconds: 7200 } },
      hide,
      staff: { serviceUser: 2 },
      viewers: { serviceUser: 3 },
      'staff-hide': { serviceUser: 2, ...hide },
    };
    const settings = { ABS_ENDPOINTS: JSON.stringify(endpoints), ABS_PIN_PARENT_NODE: 1, ABS_PIN_PER_MINUTE: 0 };
    app = await startApp(settings, await bundle(), { clock: () => clock.now });
  });
  after(() => app[Symbol.asyncDispose]());

  const get = (path: string, init?: RequestInit) => fetch(`${app.url}/${path}`, { redirect: 'manual', ...init });
  /** The status, and of a refusal its code and the assets that it names. */
  async function outcome(path: string): Promise<unknown> {
    const answer = await get(path);
    if (answer.ok) {
      await answer.arrayBuffer();
      return answer.status;
    }
    const { code, data } = JSON.parse(await answer.text());
    return data === null ? code : [code, data.assets];
  }
  async function data(path: string) {
    return JSON.parse(await (await get(path)).text()).data;
  }

  /** What delivers a file of an asset, and the asset. */
  const FILES = [
    ['asset.do?download=1', 1],
    ['asset.do?download=1:2', 1],
    ['asset.do?download=1&forcezip=true', 1],
    ['asset.do?download=9,1', 1],
    ['asset.do?relations=1', 1],
    ['asset.do?stream=2', 2],
    ['asset.do?stream=2&playable=true', 2],
    ['asset.do?play=2', 2],
    ['asset.do?preview=2&type=audio', 2],
    ['asset.do?preview=3&type=pdf', 3],
    ['asset.do?preview=4&type=animation', 4],
    ['asset.do?preview=5&type=3D', 5],
    ['asset.do?download=1&skip_invalid=true', 1],
  ] as const;

  test('a licence and a source type with commas are found, alone and in a list', async () => {
    for (const [name, list] of [
      ['licence', 'https://beer.example/free,or,not'],
      ['licence', 'MIT,https://beer.example/free,or,not,CC0-1.0'],
      ['source_type', 'Ours, by hand'],
      ['source_type', 'print,Ours, by hand'],
    ] as const)
      assert.deepEqual(
        (await data(`node.do?search_${name}=${encodeURIComponent(list)}`)).map(({ id }: { id: number }) => id),
        [9],
      );
  });

  for (const [when, now] of Object.entries(WHEN)) {
    const isValid = when === 'first' || when === 'last';

    test(`${when}: files are refused, allowed or hidden, and exempt groups have them`, async () => {
      clock.now = now;
      for (const [path, asset] of FILES) {
        // What can't be played without ffmpeg is played as it is.
        const refused = ['asset_not_valid', [asset]];
        assert.deepEqual(await outcome(path), isValid ? 200 : refused, path);
        for (const place of ['allow', 'staff', 'staff-hide'])
          assert.equal(await outcome(`${place}/${path}`), 200, `${place} ${path}`);
        assert.deepEqual(await outcome(`hide/${path}`), isValid ? 200 : 'asset_not_found', `hide ${path}`);
      }
    });

    test(`${when}: nothing says that it could be downloaded`, async () => {
      clock.now = now;
      const formats = isValid ? [1, 2] : [];
      const ids = (entries: readonly { id: number }[]) => entries.map(({ id }) => id);
      assert.deepEqual(ids((await data('asset.do?details=1')).downloads), formats);
      assert.deepEqual(ids((await data('asset.do?downloadformats_for=1')).formats), formats);
      const [, entry] = await data('node.do?id=1&extended=true&sort_order=id');
      assert.deepEqual((await data('node.do?relations=9&extended=true'))[0].downloadable, isValid);
      assert.equal(entry.downloadable, isValid);
      assert.deepEqual(ids((await data('staff/asset.do?details=1')).downloads), [1, 2]);
    });

    test(`${when}: a manifest shows nothing that is refused`, async () => {
      clock.now = now;
      // What has no picture has nothing to show.
      const isDrawn = (await get('asset.do?preview=2')).headers.get('x-placeholder') === null;
      const answer = await get('iiif/presentation/3/asset/2/manifest');
      assert.equal(answer.status, isValid || isDrawn ? 200 : 404);
      if (answer.status !== 200) return;
      const { body } = (await answer.json()).items[0].items[0].items[0];
      assert.equal(body.type, isValid ? 'Sound' : 'Image');
      assert.equal((await fetch(body.id)).headers.get('content-type'), body.format);
    });

    test(`${when}: pictures are those of callers who may not download`, async () => {
      clock.now = now;
      const tags: Record<string, unknown[]> = {};
      for (const place of ['', 'viewers/', 'staff/', 'allow/']) {
        const { width, rights } = await (await get(`${place}iiif/image/3/1/info.json`)).json();
        const manifest = await (await get(`${place}iiif/presentation/3/asset/1/manifest`)).json();
        const { picture } = await data(`${place}asset.do?details=1&pictures=100`);
        const img = /img=([\w-]+)/.exec(picture.src)?.[1];
        tags[place] = [width, rights, manifest.rendering?.length ?? 0, img];
      }
      assert.deepEqual(tags['staff/'], tags['allow/']);
      assert.notDeepEqual(tags['staff/'], tags['viewers/']);
      assert.deepEqual(tags[''], tags[isValid ? 'staff/' : 'viewers/']);
    });
  }

  test('skip_invalid leaves out what may not be downloaded, and what remains of a ZIP is a ZIP', async () => {
    clock.now = WHEN.after;
    assert.equal((await get('asset.do?download=1,9&skip_invalid=true')).headers.get('content-type'), 'application/zip');
    const names = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer()).toString('latin1');
    const zip = await names('asset.do?download=1,9,2&skip_invalid=true');
    assert.deepEqual([zip.includes('dawn.jpg'), zip.includes('wide.png')], [true, false]);
    assert.deepEqual(await outcome('asset.do?download=1,2&skip_invalid=true'), ['asset_not_valid', [1, 2]]);
    assert.deepEqual(await outcome('asset.do?download=1,9,2'), ['asset_not_valid', [1, 2]]);
    const related = await names('asset.do?relations=9');
    assert.deepEqual([related.includes('dawn.jpg'), related.includes('wide.png')], [true, false]);
    // Who may not download it is told so, whatever the time; who is exempt has it.
    assert.equal(await outcome('viewers/asset.do?download=1'), 'not_permitted');
    assert.equal(await outcome('staff/asset.do?download=1,9,2'), 200);
  });

  test('a ZIP begun in time is sent whole', async () => {
    clock.now = WHEN.last;
    const answer = await get('asset.do?download=1,2,9');
    clock.now = WHEN.after;
    const bytes = await answer.arrayBuffer();
    assert.equal(bytes.byteLength, Number(answer.headers.get('content-length')));
    assert.deepEqual(await outcome('asset.do?download=1,2,9'), ['asset_not_valid', [1, 2]]);
  });

  test('a PIN shows what it can not give now, and gives the rest', async () => {
    clock.now = WHEN.first;
    const pins = new Map<string, string>();
    for (const assets of ['1,9', '1,2']) pins.set(assets, (await data(`pin.do?create=${assets}`)).pin);
    const hidden = (await data('hide/pin.do?create=1,9')).pin;
    const page = async (pin = '', below = '') => {
      const answer = await get(`pin/${pin}${below}`);
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
    };
    assert.doesNotMatch((await page(pins.get('1,9'))).text, /class="lacking"/);
    clock.now = WHEN.after;
    const { text } = await page(pins.get('1,9'));
    assert.match(text, /class="lacking">[^<]*wide\.png/);
    assert.equal(text.match(/class="single"/g)?.length, 1, 'only one of them can be downloaded');
    assert.equal((await page(pins.get('1,9'), '/download')).type, 'image/jpeg');
    for (const [pin, below] of [
      ['1,9', '/download?asset=1'],
      ['1,2', '/download'],
      ['1,2', '/download?asset=2'],
    ] as const)
      assert.equal((await page(pins.get(pin), below)).status, 403, pin + below);
    assert.equal((await page(pins.get('1,2'))).status, 200);
    assert.deepEqual(await outcome('pin.do?create=1,2'), ['asset_not_valid', [1, 2]]);
    const ofHidden = await (await get(`hide/pin/${hidden}`)).text();
    assert.doesNotMatch(ofHidden, /wide\.png|lacking/);
    assert.equal((await get(`hide/pin/${hidden}/thumb/1`)).status, 404);
  });

  test('hidden ones are nowhere, and are answered as what does not exist', async () => {
    const lists = [
      ...['node.do?id=1', 'node.do?search=', 'node.do?search=wide', 'node.do?search=&search_id=1,2,9'],
      ...['node.do?search=wied&search_suggest=true', 'node.do?duplicates=true'],
      ...['node.do?search=&extended=true&pictures=100', 'node.do?search=&search_facets=1', 'node.do?relations=9'],
      ...['node.do?tree=-1&kind=101&asset_count=true'],
      ...['asset.do?details=9&details_links=true&details_downloads=false', 'asset.do?downloadformats_for=1,3,9'],
      ...['iiif/presentation/3/node/1', 'iiif/discovery/1/collection', 'iiif/discovery/1/page/1'],
    ];
    const single = [
      ...['asset.do?details=1', 'asset.do?details=1&details_versions=true', 'asset.do?downloadformats_for=1'],
      ...['asset.do?thumb=1', 'asset.do?preview=1&version=1', 'asset.do?preview=1&type=pdf'],
      ...['asset.do?picture=1&width=9', 'asset.do?play=1', 'asset.do?stream=1', 'asset.do?download=1,9'],
      ...['asset.do?download=1&skip_invalid=true', 'asset.do?relations=1', 'node.do?relations=1'],
      ...['node.do?similar=1', 'review.do?get=1', 'review.do?post=1&rating=5', 'pin.do?create=1'],
      ...['iiif/image/3/1/info.json', 'iiif/image/3/1/full/max/0/default.jpg'],
      'iiif/presentation/3/asset/1/manifest',
      `oembed?url=${encodeURIComponent(`${app.url}/hide/asset.do?preview=1`)}`,
    ];
    const told = async (path: string) => {
      const answer = await get(`hide/${path}`);
      const ignored = new Set(['date', 'x-request-id']);
      const headers = [...answer.headers].filter(([name]) => !ignored.has(name));
      return { status: answer.status, headers, body: await answer.text() };
    };
    clock.now = WHEN.last;
    for (const path of [...lists, ...single.slice(0, 4)]) assert.match((await told(path)).body, /[15]|JFIF/, path);
    for (const now of [WHEN.before - 1000, WHEN.after]) {
      clock.now = now;
      for (const path of single) {
        const { status, headers, body } = await told(path);
        assert.equal(status, 404, path);
        const unknown = await told(path.replace(/(?<=[=/]|%3D)1(?=&|,|\/|$)/, '7'));
        assert.deepEqual(unknown, { status, headers, body: body.replaceAll(/asset 1\b/g, 'asset 7') }, path);
      }
      for (const path of lists) {
        // Harvesters are told that what they saw is gone, but nothing of what is to come.
        if (now === WHEN.after && path.includes('discovery')) {
          if (path.includes('page')) assert.match((await told(path)).body, /"Delete".*asset\/1\b/s, path);
          continue;
        }
        const { body } = await told(path);
        assert.doesNotMatch(body, /wide|copy|sound|page\.pdf|still|cube|asset\/[1-6]\b/, path);
      }
      const tree = await data('hide/node.do?tree=-1&kind=101&asset_count=true');
      assert.equal(tree[0].assets, 1);
      assert.equal((await data('staff-hide/node.do?tree=-1&kind=101&asset_count=true'))[0].assets, 7);
    }
  });

  /** Seconds for which caches keep an answer. */
  const kept = async (path: string) => {
    const answer = await get(path);
    await answer.arrayBuffer();
    const [, seconds = 'none'] = /max-age=(\d+)/.exec(answer.headers.get('cache-control') ?? '') ?? [];
    const [, shared = seconds] = /s-maxage=(\d+)/.exec(answer.headers.get('cache-control') ?? '') ?? [];
    assert.equal(shared, seconds, path);
    return Number(seconds);
  };

  test('answers are kept until the next instant that changes them, and where some are hidden to the full minute at most', async () => {
    const YEAR = 31_536_000;
    const img = async () => /img=([\w-]+)/.exec((await data('long/asset.do?details=1&pictures=9')).picture.src)?.[1];
    clock.now = UNTIL - 100_000;
    const picture = `long/asset.do?picture=1&width=9&version=1&img=${await img()}`;
    /** Seconds: 100 before the end, 5 before it, after it. */
    const expected: readonly (readonly [string, number, number, number])[] = [
      ['long/asset.do?details=1', 100, 5, 7200],
      ['long/asset.do?details=9', 7200, 7200, 7200],
      ['long/node.do?id=1&extended=true', 100, 5, 7200],
      ['long/node.do?id=1', 7200, 7200, 7200],
      ['long/node.do?search=&search_facets=1&facet_fields=validity', 100, 5, 7200],
      ['long/node.do?search=&search_validity=expired', 100, 5, 7200],
      ['long/asset.do?picture=1&width=9', 100, 5, 7200],
      [picture, 100, 5, 7200],
      ['long/asset.do?thumb=1&version=1', YEAR, YEAR, YEAR],
      ['long/asset.do?stream=2', 100, 5, Number.NaN],
      ['long/iiif/image/3/1/info.json', 100, 5, 7200],
      ['long-staff/asset.do?details=1', 7200, 7200, 7200],
      ['long-staff/asset.do?stream=2', 7200, 7200, 7200],
      ['long-hide/asset.do?details=1', 40, 5, Number.NaN],
      ['long-hide/asset.do?details=9', 40, 5, 60],
      ['long-hide/asset.do?thumb=9&version=1', 40, 5, 60],
      ['long-hide/node.do?id=1', 40, 5, 60],
      ['long-hide/node.do?tree=-1&kind=101&asset_count=true', 40, 5, 60],
    ];
    const instants = [UNTIL - 100_000, UNTIL - 5000, UNTIL, UNTIL - 100_000];
    for (const [place, now] of instants.entries()) {
      clock.now = now;
      for (const [path, ...seconds] of expected)
        assert.equal(await kept(path), seconds[place % 3], `${path} ${(now - UNTIL) / 1000}`);
    }
  });

  test('where assets are hidden, lifetimes follow the clock alone, and tell of nothing that is to come', async () => {
    for (const toCome of [90_000, 59_000, 30_000, 29_000, 2000, 1000]) {
      clock.now = FROM - toCome;
      for (const path of [
        ...['long-hide/asset.do?details=9', 'long-hide/asset.do?picture=9&width=9'],
        ...['long-hide/asset.do?thumb=9&version=1', 'long-hide/node.do?id=1'],
        ...['long-hide/node.do?search=wide&search_facets=1', 'long-hide/iiif/presentation/3/node/1'],
        ...['long-hide/iiif/image/3/9/full/max/0/default.jpg'],
      ])
        assert.equal(await kept(path), (toCome % 60_000) / 1000, `${path} ${toCome}`);
    }
  });

  test('cached answers and their tags follow the clock, whichever way it moves', async () => {
    const paths = [
      ...['asset.do?details=1', 'node.do?id=1&extended=true', 'hide/node.do?id=1'],
      ...['hide/node.do?search=&search_facets=1', 'hide/iiif/presentation/3/node/1'],
      ...['asset.do?picture=1&width=500&format=png', 'node.do?id=1&pictures=100'],
    ];
    const tagged = async (path: string) => {
      const answer = await get(path);
      const etag = answer.headers.get('etag') ?? '';
      await answer.arrayBuffer();
      assert.equal((await get(path, { headers: { 'if-none-match': etag } })).status, 304, path);
      return etag;
    };
    for (const path of paths) {
      const tags: string[] = [];
      for (const now of [WHEN.last, WHEN.after, WHEN.last, WHEN.before, WHEN.first]) {
        clock.now = now;
        tags.push(await tagged(path));
      }
      const [inside, outside] = tags as [string, string];
      assert.notEqual(inside, outside, path);
      assert.deepEqual(tags, [inside, outside, inside, outside, inside], path);
      clock.now = WHEN.after;
      assert.equal((await get(path, { headers: { 'if-none-match': inside } })).status, 200, path);
    }
  });

  test('harvesters are told what is gone by the clock, whichever way it moves', async () => {
    const deletes: boolean[] = [];
    for (const now of [WHEN.last, WHEN.after, WHEN.last]) {
      clock.now = now;
      deletes.push((await (await get('hide/iiif/discovery/1/page/1?cache=false')).text()).includes('Delete'));
    }
    assert.deepEqual(deletes, [false, true, false]);
  });
});
