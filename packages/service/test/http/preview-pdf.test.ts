import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import PDFDocument from 'pdfkit';
import { findOfficeTools } from '../../src/media/pictures/office/sandbox.ts';
import { type RunningApp, startApp } from '../support/app.ts';
import { SAMPLE } from '../support/sample.ts';

const tools = findOfficeTools();
const hasOffice = !('lack' in tools);

suite('documents over HTTP', () => {
  const bundle = mkdtempSync(join(tmpdir(), 'abs-documents-'));
  let pdf: Buffer;
  let app: RunningApp;

  before(async () => {
    cpSync(SAMPLE, bundle, { recursive: true });
    pdf = await threePages();
    writeFileSync(join(bundle, 'files/three.pdf'), pdf);
    writeFileSync(join(bundle, 'files/letter.rtf'), '{\\rtf1\\ansi A letter\\page to a friend}');
    replaceAsset(1003, { file: 'files/three.pdf', name: 'Three pages.PDF' });
    replaceAsset(1004, { file: 'files/letter.rtf', name: 'letter.rtf' });
    app = await startApp({}, bundle);
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
    rmSync(bundle, { recursive: true });
  });

  test('pages are pictures and are counted, and a page that does not exist gets 404', async () => {
    const last = await get('preview=1003&page=2');
    assert.deepEqual([last.status, last.headers.get('x-pages'), last.headers.get('x-placeholder')], [200, '3', null]);
    const beyond = await get('preview=1003&page=3');
    assert.equal(beyond.status, 404);
    assert.equal((await beyond.json()).message, 'page: asset 1003 has no page 3');
  });

  test('a PDF file is delivered as its own PDF, whole and in ranges', async () => {
    const whole = await get('preview=1003&type=pdf');
    assert.equal(whole.headers.get('content-type'), 'application/pdf');
    assert.match(whole.headers.get('content-disposition') ?? '', /^inline; filename="Three pages\.PDF"/);
    assert.equal(whole.headers.get('x-pages'), '3');
    assert.deepEqual(Buffer.from(await whole.arrayBuffer()), pdf);
    const part = await get('preview=1003&type=pdf', { range: 'bytes=1-3' });
    assert.equal(part.status, 206);
    assert.equal(await part.text(), 'PDF');
  });

  test('the PDF of an Office file is made once', { skip: hasOffice ? false : tools.lack }, async () => {
    const made = await get('preview=1004&type=pdf');
    assert.equal(made.status, 200);
    assert.equal(made.headers.get('x-pages'), '2');
    assert.match(made.headers.get('content-disposition') ?? '', /filename="letter\.pdf"/);
    assert.match(Buffer.from(await made.arrayBuffer()).toString('latin1', 0, 8), /^%PDF-1/);
    const files = keptFiles();
    assert.ok(files.length > 0);
    // Each range is read from the file.
    const again = await get('preview=1004&type=pdf', { range: 'bytes=0-4' });
    assert.equal(await again.text(), '%PDF-');
    const known = await get('preview=1004&type=pdf', { 'if-none-match': made.headers.get('etag') ?? '' });
    assert.equal(known.status, 304);
    assert.deepEqual(keptFiles(), files);
  });

  test('a page beyond those of the converted Office file gets 404, on repetition too', {
    skip: hasOffice ? false : tools.lack,
  }, async () => {
    assert.equal((await get('preview=1004&page=1')).status, 200);
    for (let n = 0; n < 2; n++) assert.equal((await get('preview=1004&page=2')).status, 404);
  });

  /** A file that is written again is another inode under the same name. */
  function keptFiles(): readonly string[] {
    return readdirSync(join(app.data, 'renditions'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
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
