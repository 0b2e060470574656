import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { findOfficeTools } from '../../../media/src/pictures/office/sandbox.ts';
import { gltfCube, obj, stl } from '../../../media/test/pictures/models.ts';
import { type RunningApp, startApp } from '../support/app.ts';
import { GIFS, makeGifBundle } from '../support/gif-bundle.ts';
import { SAMPLE } from '../support/sample.ts';

const tools = findOfficeTools();
const hasOffice = !('lack' in tools);

/** May be seen by visitors, but not downloaded. */
const VIEW_ONLY = 5000;

suite('documents over HTTP', () => {
  const bundle = newFolder();
  let pdf: Buffer;
  let app: RunningApp;

  before(async () => {
    cpSync(SAMPLE, bundle, { recursive: true });
    pdf = await threePages();
    writeFileSync(join(bundle, 'files/three.pdf'), pdf);
    writeFileSync(join(bundle, 'files/letter.rtf'), '{\\rtf1\\ansi A letter\\page to a friend}');
    replaceAsset(1003, { file: 'files/three.pdf', name: 'Three pages.PDF' });
    replaceAsset(1004, { file: 'files/letter.rtf', name: 'letter.rtf' });
    const path = join(bundle, 'catalogue.json');
    const document = JSON.parse(readFileSync(path, 'utf8'));
    document.assets.push({ id: VIEW_ONLY, name: 'seen.pdf', nodes: [8], file: 'files/three.pdf' });
    writeFileSync(path, JSON.stringify(document));
    app = await startApp({}, bundle);
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
  });

  test('those who may see a PDF but not download it get its pages alone', async () => {
    const whole = await get(`preview=${VIEW_ONLY}&type=pdf`);
    assert.deepEqual([whole.status, (await whole.json()).code], [403, 'not_permitted']);
    assert.equal((await get(`preview=${VIEW_ONLY}&page=2`)).headers.get('x-placeholder'), null);
  });

  test('pages are pictures and are counted, and a page that does not exist gets 404', async () => {
    const last = await get('preview=1003&page=2');
    assert.deepEqual([last.status, last.headers.get('x-pages'), last.headers.get('x-placeholder')], [200, '3', null]);
    const beyond = await get('preview=1003&page=3');
    assert.deepEqual([beyond.status, (await beyond.json()).message], [404, 'page: asset 1003 has no page 3']);
  });

  test('a PDF file is delivered as its own PDF, whole and in ranges', async () => {
    const whole = await get('preview=1003&type=pdf');
    assert.equal(whole.headers.get('content-type'), 'application/pdf');
    assert.match(whole.headers.get('content-disposition') ?? '', /^inline; filename="Three pages\.PDF"/);
    assert.equal(whole.headers.get('x-pages'), '3');
    assert.deepEqual(Buffer.from(await whole.arrayBuffer()), pdf);
    const etag = { 'if-none-match': whole.headers.get('etag') ?? '' };
    for (const [status, headers] of [[200], [304, etag]] as const) {
      const version = await get('preview=1003&version=1&type=pdf', headers);
      assert.deepEqual([version.status, version.headers.get('cache-control')], [status, 'no-cache']);
    }
    assert.equal((await get(`preview=${VIEW_ONLY}&type=pdf`, etag)).status, 403);
    const part = await get('preview=1003&type=pdf', { range: 'bytes=1-3' });
    assert.deepEqual([part.status, await part.text()], [206, 'PDF']);
  });

  test('the PDF of an Office file is made once', { skip: hasOffice ? false : tools.lack }, async () => {
    const made = await get('preview=1004&type=pdf');
    assert.deepEqual([made.status, made.headers.get('x-pages')], [200, '2']);
    assert.match(made.headers.get('content-disposition') ?? '', /filename="letter\.pdf"/);
    assert.match(Buffer.from(await made.arrayBuffer()).toString('latin1', 0, 8), /^%PDF-1/);
    const files = keptFiles();
    assert.ok(files.length > 0);
    const version = await get('preview=1004&version=1&type=pdf');
    assert.equal(version.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    // Each range is read from the file.
    const again = await get('preview=1004&type=pdf', { range: 'bytes=0-4' });
    assert.equal(await again.text(), '%PDF-');
    const known = await get('preview=1004&type=pdf', { 'if-none-match': made.headers.get('etag') ?? '' });
    assert.equal(known.status, 304);
    // Pictures of it may come meanwhile.
    const now = new Set(keptFiles());
    assert.deepEqual(
      files.filter((file) => !now.has(file)),
      [],
    );
  });

  test('a page beyond those of an Office file gets 404, twice', { skip: hasOffice ? false : tools.lack }, async () => {
    assert.equal((await get('preview=1004&page=1')).status, 200);
    for (let n = 0; n < 2; n++) assert.equal((await get('preview=1004&page=2')).status, 404);
  });

  /** A file that is written again is another inode under the same name. */
  function keptFiles(): readonly string[] {
    return readdirSync(join(app.data, 'renditions'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
      .map(({ parentPath, name }) => `${name} ${statSync(join(parentPath, name)).ino}`)
      .toSorted();
  }

  function replaceAsset(id: number, changes: Record<string, unknown>): void {
    const path = join(bundle, 'catalogue.json');
    const catalogue = JSON.parse(readFileSync(path, 'utf8'));
    catalogue.assets = catalogue.assets.map((asset: { id: number }) =>
      asset.id === id ? { ...asset, ...changes } : asset,
    );
    writeFileSync(path, JSON.stringify(catalogue));
  }

  function get(query: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${app.url}/asset.do?${query}`, { headers });
  }
});

async function threePages(): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A5' });
  document.text('one').addPage().text('two').addPage().text('three').end();
  return await buffer(document);
}

suite('models over HTTP', () => {
  let bundle: string;
  let app: RunningApp;
  const files: Record<string, Buffer> = {};
  const ids = { 'cube.glb': 2001, 'cube.gltf': 2002, 'cube.obj': 2003, 'cube.STL': 2004, 'cube.ply': 2005 } as const;

  before(async () => {
    bundle = newFolder();
    cpSync(SAMPLE, bundle, { recursive: true });
    files['cube.glb'] = await gltfCube().glb();
    files['cube.gltf'] = Buffer.from(await gltfCube().gltf());
    files['cube.obj'] = Buffer.from(obj());
    files['cube.STL'] = stl();
    files['cube.ply'] = Buffer.from('ply\nformat ascii 1.0\n');
    const path = join(bundle, 'catalogue.json');
    const document = JSON.parse(readFileSync(path, 'utf8'));
    const [pattern] = document.assets;
    for (const [name, id] of Object.entries(ids)) {
      writeFileSync(join(bundle, 'files', name), files[name] ?? '');
      document.assets.push({ id, name, nodes: pattern.nodes, file: `files/${name}` });
    }
    document.assets.push({ id: VIEW_ONLY, name: 'seen.stl', nodes: [8], file: 'files/cube.STL' });
    writeFileSync(path, JSON.stringify(document));
    app = await startApp({}, bundle);
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
  });

  test('models are delivered as such, whole and in ranges, and have rendered thumbnails', async () => {
    for (const [name, type] of [
      ['cube.glb', 'model/gltf-binary'],
      ['cube.gltf', 'model/gltf+json'],
      ['cube.obj', 'model/obj'],
      ['cube.STL', 'model/stl'],
    ] as const) {
      const url = `${app.url}/asset.do?preview=${ids[name]}&type=3D`;
      const whole = await fetch(url);
      assert.deepEqual([whole.status, whole.headers.get('content-type')], [200, type]);
      assert.match(whole.headers.get('content-disposition') ?? '', /^inline; filename="cube\./);
      assert.deepEqual(Buffer.from(await whole.arrayBuffer()), files[name]);
      const part = await fetch(url, { headers: { range: 'bytes=4-7' } });
      assert.equal(part.status, 206);
      assert.deepEqual(Buffer.from(await part.arrayBuffer()), files[name]?.subarray(4, 8));
      const etag = whole.headers.get('etag') ?? '';
      for (const version of ['', '&version=1']) {
        const known = await fetch(`${url}${version}`, { headers: { 'if-none-match': etag } });
        assert.deepEqual([known.status, known.headers.get('cache-control')], [304, 'no-cache']);
      }
      const thumb = await fetch(`${app.url}/asset.do?thumb=${ids[name]}`);
      assert.equal(thumb.headers.get('x-placeholder'), null, name);
      const { width, height } = await sharp(Buffer.from(await thumb.arrayBuffer())).metadata();
      assert.deepEqual([width, height], [256, 256]);
    }
  });

  test('those who may see a model but not download it get its picture alone', async () => {
    const model = await fetch(`${app.url}/asset.do?preview=${VIEW_ONLY}&type=3D`);
    assert.deepEqual([model.status, (await model.json()).code], [403, 'not_permitted']);
    assert.equal((await fetch(`${app.url}/asset.do?preview=${VIEW_ONLY}`)).headers.get('x-placeholder'), null);
  });

  test('a model with the wrong extension is not delivered as a model', async () => {
    const response = await fetch(`${app.url}/asset.do?preview=${ids['cube.ply']}&type=3D`);
    assert.equal(response.status, 400);
  });
});

test('a GIF is delivered with all its frames to be shown, but not to those who may not download it', async () => {
  using bundle = await makeGifBundle();
  await using app = await startApp({}, bundle.directory);
  const animationOf = (id: number) => fetch(`${app.url}/asset.do?preview=${id}&type=animation`);
  const response = await animationOf(GIFS.moving);
  assert.equal(response.status, 200);
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), bundle.moving);
  const { headers } = response;
  assert.equal(headers.get('content-type'), 'image/gif');
  assert.match(headers.get('content-disposition') ?? '', /^inline; filename="moving\.gif"/);
  assert.equal(headers.get('cache-control'), 'no-cache');
  // If it is opened by itself, nothing in it may run.
  assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox");
  assert.equal(headers.get('x-content-type-options'), 'nosniff');

  const ask = async (id: number, more: string, init: RequestInit) =>
    await fetch(`${app.url}/asset.do?preview=${id}&type=animation${more}`, init);
  const known = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
  assert.equal((await ask(GIFS.moving, '', known)).status, 304);
  // Its bytes are the same, and so is its tag.
  assert.equal((await ask(GIFS.viewOnly, '', known)).status, 403);
  const part = await ask(GIFS.moving, '', { headers: { range: 'bytes=0-5' } });
  assert.deepEqual([part.status, await part.text()], [206, 'GIF89a']);
  const head = await ask(GIFS.moving, '&version=1', { method: 'HEAD' });
  assert.deepEqual([head.status, head.headers.get('cache-control')], [200, 'no-cache']);

  const refused = await animationOf(GIFS.viewOnly);
  assert.equal(refused.status, 403);
  const message = `preview: asset ${GIFS.viewOnly} may not be downloaded, and so its file is not shown itself`;
  assert.equal((await refused.json()).message, message);
});
