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

/** Assets 1 to 5 have a period, 9 is valid always, and 404 doesn't exist. Staff are exempt in node 1. */
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
  file(
    'still.gif',
    await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .gif()
      .toBuffer(),
  );
  file('sound.wav', wavFile(new Float32Array(800), { title: 'Silence', artist: 'Nobody', year: '2026' }));
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
      asset(9, 'dawn.jpg', { relations: [{ type: 'like', to: 1 }] }),
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
});
