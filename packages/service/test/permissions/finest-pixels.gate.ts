/**
 * Whoever may not have an original sees no finer pixels of it than those of its largest preview, whatever they ask for (extensions
 * E1, E2), in random catalogues. PIXEL_ROUNDS gives more, SEED others.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
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
import { startNode } from '../support/app.ts';
import { recordsOf } from '../support/records.ts';
import { importSample, NOW } from '../support/sample.ts';
import { checkers, detailOf, KINDS } from './checkers.ts';
import { BIG, CELLS, drawRequest, ENDPOINTS, type Endpoint } from './picture-requests.ts';

const ROUNDS = Number(process.env['PIXEL_ROUNDS'] || 10);
const REQUESTS = 12;

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

/** What the rights of callers without a signed address are, and whether they may have the original. */
const RIGHTS = ['only view', 'a conversion', 'a format of other files', 'no longer', 'all'] as const;
type Right = (typeof RIGHTS)[number];
const NODE: Readonly<Record<Right, number>> = {
  ...{ 'only view': 1, 'a conversion': 2, 'a format of other files': 3, 'no longer': 4, all: 4 },
};

/** Whom addresses are signed for, and what such callers may. */
const SIGNERS = [
  { end: '', right: undefined },
  { end: 'user=2', right: 'only view' },
  { end: 'user=3&groups=2', right: 'only view' },
  { end: 'user=3', right: 'all' },
  { end: 'user=2&groups=2,3', right: 'all' },
] as const satisfies readonly { readonly end: string; readonly right: Right | undefined }[];
type Signer = (typeof SIGNERS)[number];
const SECRET = 's'.repeat(32);

/** Ends the address of an operation for whom it is signed; IIIF has no signed addresses. */
function signed(target: string, { end }: Signer): string {
  if (end === '') return target;
  const whole = `${target}&${end}&expires=${NOW / 1000 + 3600}&key=1`;
  return `${whole}&signature=${createHmac('sha256', SECRET).update(whole).digest('base64url')}`;
}

/** What a caller may who has an address. What is no longer valid, nobody downloads. */
function rightOf(own: Right, { right }: Signer): Right {
  return own === 'no longer' || right === undefined ? own : right;
}

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
    access: [{ group: 1, ...(download === undefined ? {} : { download }) }, { group: 2 }, { group: 3, download: '*' }],
  });
  const catalogue = {
    node_types: [{ id: 101, key: 'folder', name: 'Folders', permission: 'permission_defining' }],
    groups: [1, 2, 3].map((id) => ({ id, name: `Group ${id}` })),
    users: [1, 2, 3].map((id) => ({ id, name: `User ${id}`, groups: [id], service: id === 1 })),
    download_formats: [
      { id: 1, name: 'Original' },
      { id: 2, name: 'Web', convert: { to: 'jpg', width: CONVERTED } },
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

/** Width of the conversion in pixels. */
const CONVERTED = 30;

test(`no answer has finer pixels than the largest preview, in ${ROUNDS} random catalogues`, async () => {
  const endpoints = Object.fromEntries(ENDPOINTS.map((each) => [each.name, settingsOf(each)]));
  const settings = {
    ABS_ENDPOINTS: JSON.stringify(endpoints),
    ABS_RENDER_PROCESSES: 2,
    // So that a placeholder is never one of a busy machine.
    ABS_RENDER_SECONDS: 3600,
    ABS_SIGN_KEYS: JSON.stringify([{ id: '1', secretFile: 'sign.key' }]),
  };
  await using app = await startNode(settings, async (data) => {
    writeFileSync(join(data, 'sign.key'), SECRET);
    await importSample(data, await bundle());
  });
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
      const own = rights.get(id) as Right;
      const [isListed, accept] = [random.chance(0.1), random.pick(['*/*', 'image/avif'])];
      const [target, signer] = [`/${endpoint.name}/${drawRequest(random, id, endpoint)}`, random.pick(SIGNERS)];
      if (isListed && /any|signed/.test(endpoint.allow)) return { endpoint, id, right: own, accept };
      if (target.includes('/iiif/')) return { endpoint, id, right: own, accept, target };
      return { endpoint, id, right: rightOf(own, signer), accept, target: signed(target, signer) };
    });
    await Promise.all(
      asked.map(async ({ endpoint, id, right, accept, target }) => {
        const address = target === undefined ? await listedPicture(app.url, endpoint, id) : app.url + target;
        const answer = await fetch(address, { headers: { accept } });
        const bytes = await answer.bytes();
        const told = `SEED=${seed} repeats it. ${right}: ${address}`;
        assert.ok([200, 400, 403, 404, 501].includes(answer.status), `${told}: ${answer.status}`);
        if (answer.status !== 200) return;
        assert.equal(answer.headers.get('x-placeholder'), null, told);
        seen.pictures += 1;
        // The library doesn't open PDFs themselves.
        const detail = answer.headers.get('content-type') === 'application/pdf' ? 1 : await detailOf(bytes);
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
