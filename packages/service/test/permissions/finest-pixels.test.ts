/**
 * Whoever may not have an original sees no finer pixels of it than those of its largest preview, whatever they ask for (extensions
 * E1, E2), in random catalogues. PIXEL_ROUNDS gives more, SEED others.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { type Random, seeded } from '../../../columnar/test/random.ts';
import type { AssetRecord } from '../../../core/src/domain/model.ts';
import { SEED } from '../../../core/test/support/seed.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { startApp } from '../support/app.ts';
import { recordsOf } from '../support/records.ts';
import { NOW } from '../support/sample.ts';
import { checkers, detailOf, KINDS } from './checkers.ts';

const ROUNDS = Number(process.env['PIXEL_ROUNDS'] || 10);
const REQUESTS = 12;

/** Longest side of the largest preview of each base address, and the cells that vanish in it, but in nothing twice as fine. */
const BIG = { 36: [4, 6, 9], 60: [3, 4], 150: [1, 2], 200: [1] } as const;
const CELLS = [1, 2, 3, 4, 6, 9];
type Big = keyof typeof BIG;

interface Endpoint {
  readonly name: string;
  readonly big: Big;
  readonly allow: 'any' | 'widths' | 'presets';
}

const ENDPOINTS: readonly Endpoint[] = ([36, 60, 150, 200] as const).flatMap((big) =>
  (['any', 'widths', 'presets'] as const).map((allow) => ({ name: `${allow}${big}`, big, allow })),
);

function settingsOf({ big, allow }: Endpoint): object {
  const presets = {
    zoom: { width: 300, height: 300, fit: 'cover', focus: '0.9,0.9', format: 'png' },
    part: { crop: '64x64+100+100', width: 3000 },
  };
  return {
    preview: { size: Math.round(big / 2), big },
    // Larger than the largest preview, as settings may be.
    thumb: { size: 2 * big, big: 3 * big },
    picture: { allow, presets, ...(allow === 'widths' ? { widths: [20, 100, 700] } : {}) },
    iiif: { enabled: true },
  };
}

/** What the rights of a caller are, and whether they may have the original. */
const RIGHTS = ['only view', 'a conversion', 'a format of other files', 'no longer', 'all'] as const;
type Right = (typeof RIGHTS)[number];
const NODE: Readonly<Record<Right, number>> = {
  ...{ 'only view': 1, 'a conversion': 2, 'a format of other files': 3, 'no longer': 4, all: 4 },
};

async function bundle(): Promise<string> {
  const folder = newFolder();
  mkdirSync(join(folder, 'files'));
  const assets: object[] = [];
  for (const kind of KINDS) {
    for (const cell of CELLS) {
      const { name, bytes } = await checkers(kind, cell);
      writeFileSync(join(folder, 'files', name), bytes);
      assets.push({ id: idOf(kind, cell), file: `files/${name}`, nodes: [1] });
    }
  }
  const node = (id: number, download?: unknown) => ({
    ...{ id, name: `Node ${id}`, type: 101 },
    access: [{ group: 1, ...(download === undefined ? {} : { download }) }],
  });
  const catalogue = {
    node_types: [{ id: 101, key: 'folder', name: 'Folders', permission: 'permission_defining' }],
    groups: [{ id: 1, name: 'Public' }],
    users: [{ id: 1, name: 'Service', groups: [1], service: true }],
    download_formats: [
      { id: 1, name: 'Original' },
      { id: 2, name: 'Web', convert: { to: 'jpg', width: 50 } },
      { id: 3, name: 'Text', extensions: ['txt'] },
    ],
    nodes: [node(1), node(2, [2]), node(3, [2, 3]), node(4, '*')],
    assets,
  };
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(catalogue));
  return folder;
}

function idOf(kind: (typeof KINDS)[number], cell: number): number {
  return 1000 + KINDS.indexOf(kind) * 100 + cell;
}

/** The same asset with other rights, marks and focus. */
function drawAsset(random: Random, asset: AssetRecord, right: Right): AssetRecord {
  const { rights: _, focus: __, validUntil: ___, ...plain } = asset;
  return {
    ...plain,
    nodes: [NODE[right]],
    ...(right === 'no longer' ? { validUntil: NOW - 1 } : {}),
    ...(random.chance(0.5) ? { rights: { creator: ['Ada'], licence: 'CC0-1.0' } } : {}),
    ...(random.chance(0.5) ? { focus: { x: random.between(0, 10) / 10, y: random.between(0, 10) / 10 } } : {}),
  };
}

type Query = readonly [name: string, value: string | number];

/** A request for a picture, of any of the ways that there are. */
function drawRequest(random: Random, id: number, { allow }: Endpoint): string {
  const way = random.between(0, 9);
  if (way === 0)
    return `asset.do?${random.pick(['thumb', 'preview'])}=${id}&big=${random.chance(0.7)}&page=${random.between(0, 1)}`;
  if (way < 4) return drawIiif(random, id);
  const side = () => random.pick([1, 17, 64, 250, 720, 3000]);
  const many = random.chance(0.3) ? '%25' : '';
  const length = () => (many === '' ? random.pick([8, 33, 64, 200, 720]) : random.pick([1, 5, 20, 100]));
  const offset = () => (many === '' ? random.between(0, 400) : random.between(0, 80));
  const cuts = () => `${length()}${many}x${length()}${many}%2B${offset()}%2B${offset()}`;
  const all: readonly Query[] = [
    ['width', side()],
    ['height', side()],
    // Where a border can't have the grey of the board, it would be detail.
    ['fit', random.pick(['inside', 'cover', allow === 'any' ? 'contain' : 'cover'])],
    ['background', '808080'],
    ['focus', random.pick(['auto', 'center', '0,0', '1,0.5'])],
    ['crop', cuts()],
    ['dpr', random.pick([1, 2, 3.5])],
    ['quality', random.pick([60, 100])],
    ['format', random.pick(['auto', 'jpg', 'png', 'webp', 'avif'])],
    ['animated', 'true'],
    ['page', random.between(0, 1)],
    ['version', 1],
    ['preset', random.pick(['zoom', 'part', 'link'])],
  ];
  const allowed: Readonly<Record<Endpoint['allow'], ReadonlySet<string>>> = {
    any: new Set(all.map(([name]) => name)),
    widths: new Set(['width', 'fit', 'dpr', 'format', 'page', 'version', 'preset', 'animated']),
    presets: new Set(['preset', 'format', 'page', 'version']),
  };
  const chosen = all.filter(([name]) => {
    if (name === 'background') return true;
    return allowed[allow].has(name) && (random.chance(0.4) || (allow === 'presets' && name === 'preset'));
  });
  const query = chosen.filter(([name]) => allow === 'any' || name !== 'background');
  return `asset.do?picture=${id}${query.map(([name, value]) => `&${name}=${value}`).join('')}`;
}

function drawIiif(random: Random, id: number): string {
  const page = random.chance(0.2) ? ';page=1' : '';
  const most = () => random.between(1, 300);
  const region = random.pick([
    ...['full', 'square', `0,0,512,512`],
    ...[`${random.between(0, 100)},${random.between(0, 60)},${most()},${most()}`],
    `pct:${random.between(0, 90)},${random.between(0, 90)},${random.between(1, 50)},${random.between(1, 50)}`,
  ]);
  const size = random.pick(['max', '^max', 'pct:100', 'pct:61', `${most()},`, `,${most()}`, `!${most()},${most()}`]);
  const turn = random.pick(['0', '90', '!0', '!270']);
  const quality = random.pick(['default', 'gray']);
  return `iiif/image/3/${id}${page}/${region}/${encodeURIComponent(size)}/${turn}/${quality}.${random.pick(['jpg', 'png', 'webp', 'avif'])}`;
}

test(`no picture has finer pixels than the largest preview, in ${ROUNDS} random catalogues`, async () => {
  const endpoints = Object.fromEntries(ENDPOINTS.map((each) => [each.name, settingsOf(each)]));
  await using app = await startApp(
    { ABS_ENDPOINTS: JSON.stringify(endpoints), ABS_RENDER_PROCESSES: 2 },
    await bundle(),
  );
  await using writer = openCatalogueWriter({ directory: app.data });
  const records = await (async () => {
    await using catalogue = openCatalogue({ directory: app.data });
    return new Map((await recordsOf(catalogue)).map((each) => [each.id, each]));
  })();
  const seen = { pictures: 0, fine: 0 };
  for (let seed = SEED; seed < SEED + ROUNDS; seed++) {
    const random = seeded(seed);
    const rights = new Map([...records.keys()].map((id) => [id, random.pick(RIGHTS)]));
    await writer.change(async (changes) => {
      for (const [id, right] of rights)
        await changes.put('asset', drawAsset(random, records.get(id) as AssetRecord, right));
    });
    const asked = Array.from({ length: REQUESTS }, () => {
      const endpoint = random.pick(ENDPOINTS);
      const id = idOf(random.pick(KINDS), random.pick(BIG[endpoint.big]));
      const isListed = endpoint.allow === 'any' && random.chance(0.1);
      const [right, accept] = [rights.get(id) as Right, random.pick(['*/*', 'image/avif'])];
      return { endpoint, id, right, isListed, accept, path: `/${endpoint.name}/${drawRequest(random, id, endpoint)}` };
    });
    await Promise.all(
      asked.map(async ({ endpoint, id, right, isListed, accept, path }) => {
        const address = isListed ? await listedPicture(app.url, endpoint, id) : app.url + path;
        const answer = await fetch(address, { headers: { accept } });
        const bytes = await answer.bytes();
        const told = `SEED=${seed} repeats it. ${right}: ${address}`;
        assert.ok([200, 400, 403, 404, 501].includes(answer.status), `${told}: ${answer.status}`);
        if (answer.status !== 200) return;
        assert.equal(answer.headers.get('x-placeholder'), null, told);
        seen.pictures += 1;
        const detail = await detailOf(bytes);
        if (right === 'all') seen.fine += detail > 0.1 ? 1 : 0;
        else await checkRestricted(bytes, detail, endpoint, told);
      }),
    );
    // What holds for the others is no accident: whoever may have the original sees its cells.
    const free = [...rights].find(([, right]) => right === 'all')?.[0];
    if (free === undefined) continue;
    const cut = await fetch(`${app.url}/any200/asset.do?picture=${free}&crop=90x90%2B0%2B0&format=png`);
    assert.ok((await detailOf(await cut.bytes())) > 0.08, `SEED=${seed}: ${free}`);
  }
  assert.ok(seen.pictures > REQUESTS * ROUNDS * 0.5 && seen.fine > 0, JSON.stringify(seen));
});

/** The largest address that a list gives. */
async function listedPicture(url: string, { name }: Endpoint, id: number): Promise<string> {
  const answer = await fetch(`${url}/${name}/node.do?search_id=${id}&pictures=3000`);
  const { data } = (await answer.json()) as { data: readonly [{ picture: { src: string } }] };
  return data[0].picture.src;
}

async function checkRestricted(bytes: Uint8Array, detail: number, { big }: Endpoint, told: string): Promise<void> {
  assert.ok(detail < 0.02, `${told}: ${detail} of its pixels have detail`);
  const { width, height } = await sharp(bytes).metadata();
  if (!/fit=contain/.test(told)) assert.ok(Math.max(width, height) <= big, `${told}: ${width} x ${height}`);
}
