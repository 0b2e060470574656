/** One Office file through LibreOffice, which has to be on this machine. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { withZip } from '../../../core/src/platform/zip-file.ts';
import { zipOf } from '../../../core/test/support/zip.ts';
import type { KeyedSource } from '../../src/pictures/key.ts';
import { FIRST_BINARY_ROWS } from '../../src/pictures/office/binary-rows.ts';
import { FIRST_ROWS, withFirstRows } from '../../src/pictures/office/first-rows.ts';
import { findOfficeTools } from '../../src/pictures/office/sandbox.ts';
import type { Renderer } from '../../src/pictures/renderer.ts';
import { Renditions } from '../../src/pictures/renditions.ts';
import { SHEET_PAGES } from '../../src/pictures/sheet-pages.ts';
import { TextReader } from '../../src/texts/text-reader.ts';
import { extracted } from '../support/extracting.ts';
import { originalsAt } from '../support/local-originals.ts';
import { greyGrid, gridDistance, patiently, planFor, sourceAt, useRenderer } from './pictures.ts';
import { compoundOf, record, xlsBook } from './writers/compound.ts';

const TWO_PAGES = '{\\rtf1\\ansi\\paperw11906\\paperh16838 First\\page {\\fs96 SECOND SECOND SECOND SECOND SECOND}}';

const tools = findOfficeTools();

test('an Office file is converted once, across restarts, too', { skip: 'lack' in tools && tools.lack }, async () => {
  const { renderer, at } = useRenderer();
  let conversions = 0;
  const counted: Renderer = {
    version: renderer.version,
    render: (...order) => renderer.render(...order),
    toPdf: (...order) => {
      conversions += 1;
      return renderer.toPdf(...order);
    },
    features: (...order) => renderer.features(...order),
    pageSizes: (...order) => renderer.pageSizes(...order),
    pageWords: (...order) => renderer.pageWords(...order),
    toWholePdf: (...order) => renderer.toWholePdf(...order),
    [Symbol.asyncDispose]: async () => {},
  };
  const path = at('two.rtf');
  writeFileSync(path, TWO_PAGES);
  const { properties } = sourceAt(path, { mediaType: 'application/rtf', category: 2 });
  const source = { properties, sha256: 'a'.repeat(64) };
  const open = () =>
    new Renditions({
      ...{ directory: at('store'), renderer: counted, storeMegabytes: 10 },
      originals: originalsAt(() => path),
    });
  async function page(renditions: Renditions, request: Parameters<typeof planFor>[0]) {
    const rendition = await renditions.get({ plan: planFor(request), source, category: 2 }, patiently());
    assert.ok(rendition.kind === 'picture' && !rendition.isPlaceholder && rendition.pages === 2);
    return rendition;
  }
  {
    await using renditions = open();
    const [thumb, preview] = await Promise.all([page(renditions, {}), page(renditions, { kind: 'preview' })]);
    assert.deepEqual([thumb.width, thumb.height, preview.height], [181, 256, 1024]);
  }
  await using renditions = open();
  const [first, second] = [await page(renditions, {}), await page(renditions, { page: 1 })];
  assert.ok(gridDistance(await greyGrid(first.bytes), await greyGrid(second.bytes)) > 1);
  const third = await renditions.get({ plan: planFor({ page: 2 }), source, category: 2 }, patiently());
  assert.equal(third.kind, 'no-such-page');
  assert.deepEqual([await pagesOf(renditions, source, 'all'), conversions], [2, 1]);
});

test('OpenDocument of one XML file is drawn and described like zipped files', {
  skip: 'lack' in tools && tools.lack,
}, async () => {
  const { renderer, at } = useRenderer();
  const cell =
    '<t:table t:name="a"><t:table-row><t:table-cell office:value-type="string"><x:p>a</x:p></t:table-cell></t:table-row></t:table>';
  for (const [extension, kind, body, pages] of [
    ['fodt', 'text', '<x:p>a</x:p>', 1],
    ['fods', 'spreadsheet', cell, 1],
    ['fodp', 'presentation', '<d:page/><d:page/>', 2],
    ['fodg', 'drawing', '<d:page/>', 1],
  ] as const) {
    const urn = 'urn:oasis:names:tc:opendocument:xmlns';
    const mimetype = `application/vnd.oasis.opendocument.${kind.replace('ing', 'ics').replace('draw', 'graph')}`;
    const document = `<?xml version="1.0"?><office:document xmlns:office="${urn}:office:1.0" xmlns:x="${urn}:text:1.0" xmlns:t="${urn}:table:1.0" xmlns:d="${urn}:drawing:1.0" xmlns:c="http://purl.org/dc/elements/1.1/" office:version="1.3" office:mimetype="${mimetype}"><office:meta><c:title>Flach</c:title></office:meta><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`;
    const path = at(`a.${extension}`);
    const { properties, metadata, warning } = await extracted(`a.${extension}`, document);
    assert.deepEqual([properties.isDamaged, metadata?.title, warning], [undefined, 'Flach', undefined], extension);
    writeFileSync(path, document);
    assert.equal((await renderer.toPdf(sourceAt(path, properties), patiently())).pages, pages, extension);
    assert.ok((await extracted(`cut.${extension}`, document.slice(0, -9))).properties.isDamaged, extension);
  }
});

async function pagesOf(renditions: Renditions, source: KeyedSource, pages: 'all' | 'shown'): Promise<number> {
  const pdf = await renditions.documents.pdf({ source, pages }, patiently());
  assert.ok(pdf && pdf !== 'later');
  return pdf.pages;
}

/** The sandboxes that processes of this one have started. */
function sandboxes(parent: number = process.pid): readonly number[] {
  try {
    return readFileSync(`/proc/${parent}/task/${parent}/children`, 'latin1')
      .split(' ')
      .filter(Boolean)
      .map(Number)
      .flatMap((pid) => (readFileSync(`/proc/${pid}/comm`, 'latin1') === 'bwrap\n' ? [pid] : sandboxes(pid)));
  } catch {
    return []; // it has ended
  }
}

test('a file opens in a LibreOffice that has seen no other', { skip: 'lack' in tools && tools.lack }, async () => {
  const { renderer, at } = useRenderer();
  const convert = async (text: string) => {
    writeFileSync(at('file.rtf'), `{\\rtf1\\ansi ${text}}`);
    return await renderer.toPdf(sourceAt(at('file.rtf'), { mediaType: 'application/rtf', category: 2 }), patiently());
  };
  await convert('first');
  const [waiting, ...others] = sandboxes();
  assert.ok(waiting !== undefined && others.length === 0);
  assert.ok((await convert('second')).bytes.length > 0);
  const after = sandboxes();
  assert.ok(after.length === 1 && !after.includes(waiting));
});

test('the text of an older Office file has the pages of its PDF', { skip: 'lack' in tools && tools.lack }, async () => {
  const { at } = useRenderer();
  const path = at('pages.rtf');
  writeFileSync(path, TWO_PAGES);
  await using reader = new TextReader({ processes: 1, secondsPerFile: 120 });
  const text = await reader.read({ path, mediaType: 'application/rtf' }, { maxCharacters: 1000, ...patiently() });
  assert.ok(!('failure' in text));
  const pages = text.pages.map((page) => page.replaceAll('\n', ' '));
  assert.deepEqual([pages, text.hasPages], [['First', 'SECOND SECOND SECOND SECOND SECOND'], true]);
  const slides = '<o:body><d:page><t:p>One</t:p></d:page><d:page><t:p>Two</t:p></d:page></o:body>';
  writeFileSync(at('slides.odp'), zipOf({ 'content.xml': slides }));
  writeFileSync(at('slides.fodp'), slides);
  const slidesOf = (name: string, kind: string) =>
    reader.read(
      { path: at(name), mediaType: `application/vnd.oasis.opendocument.${kind}` },
      { maxCharacters: 1000, ...patiently() },
    );
  const undrawn = { pages: ['One\n\nTwo'], hasPages: false, isSparse: false };
  const isDrawn = !('lack' in tools) && tools.programs.includes('Impress');
  const drawn = { pages: ['One', 'Two'], hasPages: true, isSparse: false };
  assert.deepEqual(await slidesOf('slides.odp', 'presentation'), isDrawn ? drawn : undrawn);
  assert.deepEqual(await slidesOf('slides.fodp', 'presentation-flat-xml'), isDrawn ? drawn : undrawn);
});

test('a header says nothing of the copy that is converted', { skip: 'lack' in tools && tools.lack }, async () => {
  const { at } = useRenderer();
  const path = at('named.xls');
  const header = Buffer.from('\x08\0\0&F,&Z&F,', 'latin1');
  writeFileSync(path, compoundOf({ Workbook: xlsBook(1, undefined, [record(0x0014, header)]) }));
  await using reader = new TextReader({ processes: 1, secondsPerFile: 120 });
  const file = { path, mediaType: 'application/vnd.ms-excel' };
  const text = await reader.read(file, { maxCharacters: 1000, ...patiently() });
  assert.equal('pages' in text && text.pages.join().replaceAll(/\s/g, ''), '.xls,file:///.xls,1');
});

const ROWS = 6000;
const cells = (row: (number: number) => string) =>
  Array.from({ length: ROWS }, (_, number) => row(number + 1)).join('');
const OFFICE = 'urn:oasis:names:tc:opendocument:xmlns:';
const PACKAGE = 'http://schemas.openxmlformats.org/';
/** Makes a part large, so that its first rows alone are loaded. */
const PADDING = `<!--${'x '.repeat(2 ** 20)}-->`;
/** Parts of spreadsheets of one column and thousands of rows. */
const LONG: Readonly<Record<string, Parameters<typeof zipOf>[0]>> = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/w.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/s.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}package/2006/relationships"><Relationship Id="a" Type="${PACKAGE}officeDocument/2006/relationships/officeDocument" Target="w.xml"/></Relationships>`,
    '_rels/w.xml.rels': `<Relationships xmlns="${PACKAGE}package/2006/relationships"><Relationship Id="a" Type="${PACKAGE}officeDocument/2006/relationships/worksheet" Target="s.xml"/></Relationships>`,
    'w.xml': `<workbook xmlns="${PACKAGE}spreadsheetml/2006/main" xmlns:r="${PACKAGE}officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="a"/></sheets></workbook>`,
    's.xml': `<worksheet xmlns="${PACKAGE}spreadsheetml/2006/main"><sheetData>${cells((row) => `<row r="${row}"><c r="A${row}"><v>${row}</v></c></row>`)}</sheetData></worksheet>`,
  },
  'application/vnd.oasis.opendocument.spreadsheet': {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'META-INF/manifest.xml': `<m:manifest xmlns:m="${OFFICE}manifest:1.0"><m:file-entry m:full-path="/" m:media-type="application/vnd.oasis.opendocument.spreadsheet"/><m:file-entry m:full-path="content.xml" m:media-type="text/xml"/></m:manifest>`,
    'content.xml': `<o:document-content xmlns:o="${OFFICE}office:1.0" xmlns:t="${OFFICE}table:1.0" o:version="1.2"><o:body><o:spreadsheet><t:table t:name="a">${cells((row) => `<t:table-row><t:table-cell o:value-type="float" o:value="${row}"/></t:table-row>`)}</t:table></o:spreadsheet></o:body></o:document-content>`,
  },
};

const padded = (parts: Parameters<typeof zipOf>[0]) =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.length > 50_000 ? part + PADDING : part]));

for (const [mediaType, parts] of Object.entries(LONG)) {
  test(`a long spreadsheet shows its first pages (${mediaType})`, { skip: 'lack' in tools && tools.lack }, async () => {
    const { renderer, at } = useRenderer();
    const path = at('long');
    writeFileSync(path, zipOf(parts));
    const source = { properties: sourceAt(path, { mediaType, category: 2 }).properties, sha256: 'b'.repeat(64) };
    await using renditions = new Renditions({
      ...{ directory: at('store'), renderer, storeMegabytes: 10 },
      originals: originalsAt(() => path),
    });
    const draw = async (page: number, sha256 = source.sha256) => {
      const order = { plan: planFor({ page }), source: { ...source, sha256 }, category: 2 } as const;
      const drawn = await renditions.get(order, patiently());
      assert.ok(drawn.kind === 'picture' && !drawn.isPlaceholder);
      assert.equal(drawn.pages, SHEET_PAGES);
      return drawn.bytes;
    };
    const loadedWhole = [await draw(0), await draw(SHEET_PAGES - 1)];
    writeFileSync(path, zipOf(padded(parts)));
    const copy = at('copy');
    writeFileSync(copy, (await withFirstRows(path, mediaType, 60)) ?? '');
    const texts = await withZip(copy, ({ names, text }) => Promise.all(names.map(text)));
    assert.equal(texts.join('').match(/<\/(?:row|t:table-row)>/g)?.length, FIRST_ROWS);
    const large = 'c'.repeat(64);
    assert.deepEqual([await draw(0, large), await draw(SHEET_PAGES - 1, large)], loadedWhole);
    source.sha256 = large;
    assert.equal(await pagesOf(renditions, source, 'shown'), SHEET_PAGES);
    const pages = await pagesOf(renditions, source, 'all');
    assert.ok(pages > 2 * SHEET_PAGES, `${pages}`);
  });
}

test('a long .xls shows its first pages', { skip: 'lack' in tools && tools.lack }, async () => {
  const { renderer, at } = useRenderer();
  const path = at('long.xls');
  const mediaType = 'application/vnd.ms-excel';
  writeFileSync(path, compoundOf({ Workbook: xlsBook(FIRST_BINARY_ROWS + 5000) }));
  assert.ok(await withFirstRows(path, mediaType, 60));
  const source = sourceAt(path, { mediaType, category: 2 });
  const [shown, whole] = [await renderer.toPdf(source, patiently()), await renderer.toWholePdf(source, patiently())];
  assert.ok(shown.pages === SHEET_PAGES && whole.pages > 2 * SHEET_PAGES, `${whole.pages}`);
  const last = planFor({ page: SHEET_PAGES - 1 });
  const of = async (pdf: typeof shown) => (await renderer.render(last, pdf, patiently())).bytes;
  assert.deepEqual(await of(shown), await of(whole));
});
