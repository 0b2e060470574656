import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { findOfficeTools, officeArguments } from '../../../src/media/pictures/office/sandbox.ts';
import type { Rendered, Renderer } from '../../../src/media/pictures/renderer.ts';
import { openSharpRenderer, type SharpRenderer } from '../../../src/media/pictures/renderer-sharp.ts';
import { openRenditions, type Renditions } from '../../../src/media/pictures/renditions.ts';
import { corpus, hasCorpus } from '../../support/corpus.ts';
import { originalsAt } from '../../support/local-originals.ts';
import { zipOf } from '../../support/zip.ts';
import { greyGrid, gridDistance, isNear, middle, patiently, planFor, type SourceFile, sourceAt } from './pictures.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const ODT = 'application/vnd.oasis.opendocument.text';
const RTF = 'application/rtf';
const TWO_PAGES = '{\\rtf1\\ansi\\paperw11906\\paperh16838 First\\page {\\fs96 SECOND SECOND SECOND SECOND SECOND}}';

const tools = findOfficeTools();
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'office-'));
});
after(() => rm(folder, { recursive: true }));

suite('an Office file', { skip: 'lack' in tools ? tools.lack : false }, () => {
  const renderer = openSharpRenderer({ processes: 2, seconds: 240, megabytes: 1024, queue: 100 });
  after(() => renderer[Symbol.asyncDispose]());
  const firstPage = async (source: SourceFile) =>
    await renderer.render(planFor(), await renderer.toPdf(source, patiently()), patiently());

  test('is converted once for its thumb, its preview, its next page and its PDF, across a restart too', async () => {
    let conversions = 0;
    const counted: Renderer = {
      version: renderer.version,
      render: (...order) => renderer.render(...order),
      toPdf: (...order) => {
        conversions += 1;
        return renderer.toPdf(...order);
      },
      [Symbol.asyncDispose]: async () => {},
    };
    const { path, properties } = await file('once.rtf', TWO_PAGES, RTF);
    const source = { properties, sha256: 'a'.repeat(64) };
    const stored = { originals: originalsAt(() => path), storeMegabytes: 10 };
    const open = () => openRenditions({ directory: join(folder, 'store'), renderer: counted, ...stored });
    const page = async (renditions: Renditions, request: Parameters<typeof planFor>[0]) => {
      const rendition = await renditions.get({ plan: planFor(request), source, category: 2 }, patiently());
      return rendition.kind === 'picture' ? [rendition.isPlaceholder, rendition.height, rendition.pages] : [];
    };
    {
      await using renditions = open();
      const [thumb, preview] = await Promise.all([page(renditions, {}), page(renditions, { kind: 'preview' })]);
      assert.deepEqual(
        [thumb, preview],
        [
          [false, 256, 2],
          [false, 1024, 2],
        ],
      );
    }
    await using renditions = open();
    assert.deepEqual(await page(renditions, { page: 1 }), [false, 256, 2]);
    assert.deepEqual(await page(renditions, { page: 2 }), []);
    assert.equal((await renditions.pdf({ source }, patiently()))?.pages, 2);
    assert.equal(conversions, 1);
  });

  test('that cannot be converted shows its embedded picture', async () => {
    const lime = await sharp({ create: { width: 180, height: 256, channels: 3, background: 'lime' } })
      .png()
      .toBuffer();
    const { path, properties } = await file('broken.odt', zipOf({ 'Thumbnails/thumbnail.png': lime }), ODT);
    const stored = { originals: originalsAt(() => path), storeMegabytes: 10 };
    await using renditions = openRenditions({ directory: join(folder, 'broken'), renderer, ...stored });
    const order = { source: { properties, sha256: 'b'.repeat(64) }, category: 2 } as const;
    const first = await renditions.get({ ...order, plan: planFor() }, patiently());
    assert.ok(first.kind === 'picture' && !first.isPlaceholder);
    assert.ok(isNear(await middle(first.bytes), [0, 255, 0], 3));
    const second = await renditions.get({ ...order, plan: planFor({ page: 1 }) }, patiently());
    assert.ok(second.kind === 'picture' && second.isPlaceholder);
  });

  test('is drawn page by page', async () => {
    const source = await file('two.rtf', TWO_PAGES, RTF);
    const pdf = await renderer.toPdf(source, patiently());
    const first = await renderer.render(planFor(), pdf, patiently());
    const second = await renderer.render(planFor({ page: 1 }), pdf, patiently());
    assert.deepEqual([first.width, first.height, first.pages, second.pages], [181, 256, 2, 2]);
    assert.ok(gridDistance(await greyGrid(first.bytes), await greyGrid(second.bytes)) > 1);
    await assert.rejects(renderer.render(planFor({ page: 2 }), pdf, patiently()), { reason: 'no_such_page' });
    assert.equal(Buffer.from(pdf.bytes).toString('latin1', 0, 5), '%PDF-');
    assert.equal(pdf.pages, 2);
  });

  test('looks like the PDF that its author exported', {
    skip: !hasCorpus && 'the sample files are absent',
  }, async () => {
    const name = 'documents/002-trivial-libre-office-writer__';
    const [own, authors] = await Promise.all([
      firstPage(sourceAt(corpus(`${name}source.odt`), { mediaType: ODT })),
      renderer.render(planFor(), sourceAt(corpus(`${name}002-trivial-libre-office-writer.pdf`)), patiently()),
    ]);
    assert.deepEqual([own.width, own.height], [authors.width, authors.height]);
    assert.ok(gridDistance(await greyGrid(own.bytes), await greyGrid(authors.bytes)) < 2);
  });

  test('shows its embedded pictures, and none of other files or the network', async () => {
    const red = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await writeFile(join(folder, 'secret.png'), red);
    const calls: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      calls.push(request.url);
      response.end(red);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const pageWith = async (name: string, address: string, parts = {}) =>
      await isRed(await firstPage(await file(name, odt(address, parts), ODT)));
    assert.deepEqual(
      await Promise.all([
        pageWith('own.odt', 'Pictures/own.png', { 'Pictures/own.png': red }),
        pageWith('file.odt', pathToFileURL(join(folder, 'secret.png')).href),
        pageWith('web.odt', `http://127.0.0.1:${port}/secret.png`),
      ]),
      [true, false, false],
    );
    assert.deepEqual(calls, []);
    server.close();
  });

  test('with other content is refused', async () => {
    for (const [name, bytes] of [
      ['text.docx', 'just some text'],
      ['cut.docx', docx('text').subarray(0, 300)],
    ] as const) {
      await assert.rejects(renderer.toPdf(await file(name, bytes, WORD), patiently()), {
        name: 'CannotMake',
        reason: 'corrupt',
      });
    }
  });

  test('that unpacks to gigabytes is abandoned within the time and memory limits of a picture', async () => {
    await using small = openSharpRenderer({ processes: 1, seconds: 3, megabytes: 512, queue: 10 });
    const bomb = docx('<w:r><w:t>bomb</w:t></w:r>'.repeat(10_000_000));
    const source = await file('bomb.docx', bomb, WORD);
    const begun = performance.now();
    await assert.rejects(small.toPdf(source, patiently()), { name: /CannotMake|WorkerDied|WorkerTimeout/ });
    assert.ok(performance.now() - begun < 120_000);
  });
});

suite('without LibreOffice', () => {
  let renderer: SharpRenderer;
  before(() => {
    const path = process.env['PATH'];
    process.env['PATH'] = '';
    renderer = openSharpRenderer({ processes: 1, seconds: 120, megabytes: 512, queue: 10 });
    process.env['PATH'] = path;
  });
  after(() => renderer[Symbol.asyncDispose]());

  test('the refusal names the missing program', () => {
    assert.ok(renderer.missing.some(({ tool }) => tool === 'LibreOffice'));
  });

  test('an Office file shows its embedded picture', async () => {
    const green = await sharp({ create: { width: 180, height: 256, channels: 3, background: 'lime' } })
      .png()
      .toBuffer();
    const source = await file('thumbnail.odt', zipOf({ 'Thumbnails/thumbnail.png': green }), ODT, 7);
    const { bytes, width, height, pages } = await renderer.render(planFor(), source, patiently());
    assert.deepEqual([width, height, pages], [180, 256, 7]);
    assert.ok(isNear(await middle(bytes), [0, 255, 0], 3));
    await assert.rejects(renderer.render(planFor({ page: 1 }), source, patiently()), { reason: 'unsupported' });
  });

  test('a file without a picture, and one with a picture that is too large, are refused', async () => {
    for (const parts of [{ 'content.xml': '' }, { 'Thumbnails/thumbnail.png': Buffer.alloc(20_000_000) }]) {
      const source = await file('plain.odt', zipOf(parts), ODT);
      await assert.rejects(renderer.render(planFor(), source, patiently()), { reason: 'unsupported' });
      await assert.rejects(renderer.toPdf(source, patiently()), { reason: 'unsupported' });
    }
  });
});

test('the sandbox has no network, no environment and no files but programs and the source', () => {
  const args = officeArguments(
    { soffice: process.execPath, bwrap: '/usr/bin/bwrap' },
    { path: '/data/originals/ab', extension: 'docx', seconds: 8 },
  );
  for (const needed of ['--unshare-all', '--die-with-parent', '--clearenv']) assert.ok(args.includes(needed), needed);
  assert.ok(!args.includes('--share-net') && !args.includes('--bind'));
  const bound = args.flatMap((word, n) => (/^--ro-bind/.test(word) ? [args[n + 1] ?? ''] : []));
  assert.deepEqual(
    bound.filter((path) => /^\/(?:data|home|root|var\/lib|etc$|$)/.test(path)),
    ['/data/originals/ab'],
  );
});

async function file(name: string, content: string | Buffer, mediaType: string, pages = 0): Promise<SourceFile> {
  const path = join(folder, name);
  await writeFile(path, content);
  return sourceAt(path, { mediaType, pages, category: 2 });
}

function docx(content: string): Buffer {
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${WORD}.main+xml"/></Types>`,
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p>${content}</w:p></w:body></w:document>`,
  });
}

/** A letter with one large picture. */
function odt(address: string, parts: Readonly<Record<string, Buffer>>): Buffer {
  const names = ['content.xml', ...Object.keys(parts)];
  const entry = (name: string) =>
    `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="${name.endsWith('png') ? 'image/png' : 'text/xml'}"/>`;
  return zipOf({
    mimetype: ODT,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${ODT}"/>${names.map(entry).join('')}</manifest:manifest>`,
    'content.xml': `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"><office:body><office:text><text:p><draw:frame text:anchor-type="as-char" svg:width="15cm" svg:height="20cm"><draw:image xlink:href="${address}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p></office:text></office:body></office:document-content>`,
    ...parts,
  });
}

async function isRed({ bytes }: Rendered): Promise<boolean> {
  const [red = 0, green = 255] = await middle(bytes);
  return red > 200 && green < 100;
}
