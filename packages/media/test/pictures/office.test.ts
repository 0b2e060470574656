/** What holds for Office files without LibreOffice. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import sharp from 'sharp';
import { OFFICE_PROGRAMS } from '../../../core/src/domain/office-types.ts';
import { withZip } from '../../../core/src/platform/zip-file.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { zipOf } from '../../../core/test/support/zip.ts';
import { cutXlsb, FIRST_BINARY_ROWS } from '../../src/pictures/office/binary-rows.ts';
import { cutRows, EXCEL, OPEN_DOCUMENT } from '../../src/pictures/office/cut-rows.ts';
import { withFirstRows } from '../../src/pictures/office/first-rows.ts';
import { officeCondition } from '../../src/pictures/office/intact.ts';
import { convertToPdf, stopWaiting } from '../../src/pictures/office/libre-office.ts';
import { officeArguments, programsOf } from '../../src/pictures/office/sandbox.ts';
import { SharpRenderer } from '../../src/pictures/renderer-sharp.ts';
import { isNear, middle, patiently, planFor, sourceAt } from './pictures.ts';
import { compoundOf, record, words, xlsBook } from './writers/compound.ts';

suite('without LibreOffice', () => {
  const folder = newFolder();
  let renderer: SharpRenderer;
  before(() => {
    const path = process.env['PATH'];
    process.env['PATH'] = '';
    renderer = new SharpRenderer({ processes: 1, seconds: 120, megabytes: 512, queue: 10 });
    process.env['PATH'] = path;
  });
  after(async () => {
    await renderer[Symbol.asyncDispose]();
  });

  /** An OpenDocument file with these parts. */
  function file(parts: Parameters<typeof zipOf>[0], pages = 0) {
    const path = join(folder, 'file.odt');
    writeFileSync(path, zipOf(parts));
    return sourceAt(path, { mediaType: 'application/vnd.oasis.opendocument.text', pages, category: 2 });
  }

  test('the refusal names the missing program', () =>
    assert.ok(renderer.missing.some(({ tool }) => tool === 'LibreOffice')));

  test('an Office file shows its embedded picture', async () => {
    const green = sharp({ create: { width: 180, height: 256, channels: 3, background: 'lime' } });
    const source = file({ 'Thumbnails/thumbnail.png': await green.png().toBuffer() }, 7);
    const { bytes, width, height, pages } = await renderer.render(planFor(), source, patiently());
    assert.deepEqual([width, height, pages], [180, 256, 7]);
    assert.ok(isNear(await middle(bytes), [0, 255, 0], 3));
    await assert.rejects(renderer.render(planFor({ page: 1 }), source, patiently()), { reason: 'unsupported' });
  });

  test('a file without a picture, and one with a picture that is too large, are refused', async () => {
    for (const parts of [{ 'content.xml': '' }, { 'Thumbnails/thumbnail.png': Buffer.alloc(20_000_000) }]) {
      const source = file(parts);
      await assert.rejects(renderer.render(planFor(), source, patiently()), { reason: 'unsupported' });
      await assert.rejects(renderer.toPdf(source, patiently()), { reason: 'unsupported' });
    }
  });
});

test('a LibreOffice that is killed says nothing about its file, one that ends or crashes does', async () => {
  const folder = newFolder();
  const [path, bwrap] = [join(folder, 'file.odt'), join(folder, 'bwrap')];
  writeFileSync(path, '');
  for (const [end, reason] of [
    // As a shell tells of it, and itself.
    ['exit 137', 'too_slow'],
    ['exit 143', 'too_slow'],
    ['kill -KILL $$', 'too_slow'],
    ['kill -TERM $$', 'too_slow'],
    ['kill -XCPU $$', 'too_slow'],
    ['exit 1', 'corrupt'],
    ['exit 139', 'corrupt'],
    ['kill -SEGV $$', 'corrupt'],
  ] as const) {
    writeFileSync(bwrap, `#!/bin/sh\ncat >/dev/null\n${end}\n`, { mode: 0o700 });
    const converted = convertToPdf({ path, extension: 'odt' }, { bwrap, soffice: bwrap, programs: [], seconds: 1 }, 60);
    await assert.rejects(converted, { name: 'CannotMake', reason }, end);
    stopWaiting();
  }
});

test('a LibreOffice that takes too long says nothing about its file', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'office-'));
  const [path, bwrap] = [join(folder.path, 'file.odt'), join(folder.path, 'bwrap')];
  writeFileSync(path, '');
  writeFileSync(bwrap, '#!/bin/sh\nexec tail -f /dev/null\n', { mode: 0o700 });
  const converted = convertToPdf({ path, extension: 'odt' }, { bwrap, soffice: bwrap, programs: [], seconds: 1 }, 0.01);
  await assert.rejects(converted, { reason: 'too_slow' });
  stopWaiting();
});

test('the programs of LibreOffice are those of which it has settings', () => {
  const registry = join(newFolder(), 'share/registry');
  const soffice = join(registry, '../../program/soffice');
  assert.deepEqual(programsOf(soffice), OFFICE_PROGRAMS);
  for (const path of [registry, dirname(soffice)]) mkdirSync(path, { recursive: true });
  writeFileSync(soffice, '');
  assert.deepEqual(programsOf(soffice), OFFICE_PROGRAMS);
  for (const name of ['main', 'writer', 'calc']) writeFileSync(join(registry, `${name}.xcd`), '');
  assert.deepEqual(programsOf(soffice), ['Writer', 'Calc']);
});

test('the sandbox has no network, no environment and no files but programs', () => {
  const args = officeArguments({ soffice: process.execPath, bwrap: '/usr/bin/bwrap', programs: [], seconds: 8 });
  for (const needed of ['--unshare-all', '--die-with-parent', '--clearenv']) assert.ok(args.includes(needed), needed);
  assert.ok(!args.includes('--share-net') && !args.includes('--bind'));
  const bound = args.flatMap((word, n) => (/^--ro-bind/.test(word) ? [args[n + 1] ?? ''] : []));
  assert.deepEqual(
    bound.filter((path) => /^\/(?:data|home|root|var\/lib|etc$|$)/.test(path)),
    [],
  );
  const inMemory = args.flatMap((word, n) => (word === '--tmpfs' ? [`${args[n - 2]} ${args[n + 1]}`] : []));
  assert.deepEqual(inMemory, ['--size /', '--size /tmp']);
});

test('tables of spreadsheets are cut after their first rows, wherever the bytes of their XML are parted', async () => {
  const excel = (rows: string) => `<x:worksheet><x:sheetData>${rows}</x:sheetData><x:mergeCells/></x:worksheet>`;
  const row = (cells: string, attributes = '') => `<x:row${attributes}><x:c>${cells}</x:c></x:row>`;
  const open = (...tables: string[]) =>
    `<a>${tables.map((rows) => `<t:table t:name="ä">${rows}</t:table>`).join('')}</a>`;
  const line = (text: string, attributes = '') => `<t:table-row${attributes}><c>${text}</c></t:table-row>`;
  const group = (rows: string) => `<t:table-row-group>${rows}</t:table-row-group>`;
  const abc = line('a') + line('b') + line('c');
  const twice = line('a', ' t:number-rows-repeated="2"');
  const hidden = line('h', ' t:visibility="filter"');
  for (const [format, whole, cut] of [
    [EXCEL, excel(row('1') + row('2') + row('3') + row('4')), excel(row('1') + row('2'))],
    [
      EXCEL,
      excel(`${row('1', ' hidden="1"')}${row('2')}<x:row/>${row('3')}`),
      excel(`${row('1', ' hidden="1"')}${row('2')}<x:row/>`),
    ],
    [
      EXCEL,
      excel(row('1', ' ht="5"') + row('2') + row('3') + row('4')),
      excel(row('1', ' ht="5"') + row('2') + row('3')),
    ],
    [EXCEL, '<worksheet><sheetData/></worksheet>', '<worksheet><sheetData/></worksheet>'],
    [EXCEL, excel(row('1')).slice(0, -60), undefined],
    [OPEN_DOCUMENT, open(abc, abc, line('a')), open(line('a') + line('b'), line('a') + line('b'), line('a'))],
    [OPEN_DOCUMENT, open(`${twice}${abc}<t:formats/>`), open(`${twice}<t:formats/>`)],
    [OPEN_DOCUMENT, open(hidden + group(group(abc) + abc)), open(hidden + group(group(line('a') + line('b'))))],
    [OPEN_DOCUMENT, open(`<t:table-row><c>${open(abc)}</c></t:table-row>`), undefined],
  ] as const) {
    const bytes = Buffer.from(whole);
    for (const size of [1, 7, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
        bytes.subarray(n * size, (n + 1) * size),
      );
      const made = await cutRows(chunks, format, () => 2);
      assert.equal(made && Buffer.from(made.text, 'latin1').toString(), cut);
      assert.ok(made === undefined || made.isCut === (whole !== cut));
    }
  }
});

test('of formulas and shared texts, the copy of a large spreadsheet has the results and those that its rows show', async () => {
  const override = (name: string, kind: string) =>
    `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  const copyOf = async (first: string) => {
    const sheet = `<worksheet><sheetData><row>${first}</row>${'<row><c t="s"><v>1</v></c></row>'.repeat(40_000)}</sheetData></worksheet>`;
    const texts = `<sst>${'<si><t>0123456789</t></si>'.repeat(50_000)}</sst>`;
    const types = override('s.xml', 'worksheet') + override('t.xml', 'sharedStrings');
    await using folder = await mkdtempDisposable(join(tmpdir(), 'office-'));
    const path = join(folder.path, 'copy');
    writeFileSync(path, zipOf({ '[Content_Types].xml': types, 's.xml': sheet, 't.xml': texts }));
    const copy = await withFirstRows(path, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 60);
    if (copy === undefined) return undefined;
    writeFileSync(path, copy);
    return await withZip(path, async ({ text }) => ({
      row: /<row>(.*?)<\/row>/.exec(await text('s.xml'))?.[1],
      texts: await text('t.xml'),
    }));
  };
  const texts = `<sst>${'<si><t>0123456789</t></si>'.repeat(2)}</sst>`;
  assert.deepEqual(await copyOf('<c><f>SUM(A1:A9)</f><v>7</v></c><c t="str"><f/><v></v></c>'), {
    row: '<c><v>7</v></c><c t="str"><v></v></c>',
    texts,
  });
  assert.equal(await copyOf('<c><f>SUM(A1:A9)</f><v/></c>'), undefined);
});

const XLS = 'application/vnd.ms-excel';
const NUMBER = 0x0203;

/** The types of the records of a workbook that name a row, and those rows. */
function rowsIn(book: Buffer): readonly (readonly [type: number, row: number])[] {
  const found: [number, number][] = [];
  for (let at = 0; at + 4 <= book.length && book.readUInt16LE(at) !== 0; at += 4 + book.readUInt16LE(at + 2))
    if ([NUMBER, 0x0006, 0x0205].includes(book.readUInt16LE(at)))
      found.push([book.readUInt16LE(at), book.readUInt16LE(at + 4)]);
  return found;
}

test('an .xls is cut after its first rows where it stands, and keeps the results of formulas', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'office-'));
  const path = join(folder.path, 'book.xls');
  const formula = (result: Buffer) => record(0x0006, Buffer.concat([words(0, 1, 0), result, words(0, 0, 0, 0)]));
  const special = (kind: number) => formula(Buffer.from([kind, 0, 1, 0, 0, 0, 0xff, 0xff]));
  const cut = async (rows: number, cells: readonly Buffer[]) => {
    writeFileSync(path, compoundOf({ Workbook: xlsBook(rows, undefined, cells), Other: Buffer.alloc(5000, 7) }));
    const copy = await withFirstRows(path, XLS, 60);
    if (copy === undefined) return undefined;
    assert.equal(copy.length, readFileSync(path).length);
    return rowsIn(copy.subarray(copy.indexOf(Buffer.from('0908100000060500', 'hex'))));
  };
  const found = (await cut(20_000, [formula(Buffer.alloc(8)), special(1)])) ?? [];
  assert.deepEqual(found.slice(0, 3), [
    [NUMBER, 0],
    [0x0205, 0],
    [NUMBER, 0],
  ]);
  assert.deepEqual([found.length, found.at(-1)], [FIRST_BINARY_ROWS + 2, [NUMBER, FIRST_BINARY_ROWS - 1]]);
  // A text is elsewhere, a chart may show all rows, and there is nothing to cut.
  assert.equal(await cut(20_000, [special(0)]), undefined);
  assert.equal(await cut(20_000, [record(0x0809, words(0x0600, 0x0020, 0, 0, 0, 0, 0, 0))]), undefined);
  assert.equal(await cut(100, []), undefined);
});

test('the rows of an .xlsb are cut wherever its bytes are parted', async () => {
  const piece = (type: number, ...content: readonly number[]) =>
    Buffer.from([...(type < 128 ? [type] : [(type & 127) | 128, type >> 7]), content.length, ...content]);
  const row = (number: number) => piece(0, number & 255, number >> 8, 0, 0, 9);
  const cell = [0, 0, 0, 0, 0, 0, 0, 0];
  const text = [2, 0, 0, 0, 65, 0, 66, 0];
  const head = Buffer.concat([piece(129), piece(145), row(0)]);
  const end = Buffer.concat([piece(146), piece(476, 0, 0, 0, 0, 100, 0, 0, 0), piece(130)]);
  const whole = Buffer.concat([
    ...[head, piece(8, ...cell, ...text, 0, 0, 1, 2), piece(11, ...cell, 42, 0, 0), piece(427, 1), piece(2, ...cell)],
    ...[row(FIRST_BINARY_ROWS), piece(2, ...cell), end],
  ]);
  const expected = Buffer.concat([head, piece(6, ...cell, ...text), piece(3, ...cell, 42), piece(2, ...cell), end]);
  for (const size of [1, 7, whole.length]) {
    const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, n) =>
      whole.subarray(n * size, (n + 1) * size),
    );
    assert.deepEqual(await cutXlsb(chunks), { bytes: expected, isCut: true });
  }
  assert.equal(await cutXlsb([Buffer.concat([head, piece(476, 0, 0, 0, 0, 40, 0, 0, 0)])]), undefined);
});

test('an Office file is locked, damaged or intact', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'office-'));
  const path = join(folder.path, 'file');
  const condition = (bytes: Buffer) => {
    writeFileSync(path, bytes);
    return officeCondition(path);
  };
  const word = (flags: number) => compoundOf({ WordDocument: words(0xa5ec, 0xc1, 0, 0, 0, flags) });
  const slides = (token: string) =>
    compoundOf({
      'PowerPoint Document': Buffer.alloc(9),
      'Current User': Buffer.from(`0000f60f1400000014000000${token}`, 'hex'),
    });
  const book = compoundOf({ Workbook: xlsBook(3) });
  const intact = [word(0), slides('5fc091e3'), book];
  const locked = [
    ...[word(0x0100), slides('dfc4d1f3'), compoundOf({ Workbook: xlsBook(3, record(0x002f, words(0, 1, 2))) })],
    compoundOf({ EncryptedPackage: Buffer.alloc(9) }),
    zipOf({ 'META-INF/manifest.xml': '<m:encryption-data/>', 'content.xml': '' }),
  ];
  const odt = (content: string) => zipOf({ 'content.xml': content });
  const docx = (content: string, target = 'word/document.xml') =>
    zipOf({
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': `<Relationships><Relationship Type="http://a/officeDocument" Target="${target}"/></Relationships>`,
      'word/document.xml': content,
    });
  const document = '<?xml version="1.0"?><w:document><w:body/></w:document>';
  intact.push(
    odt('<o:document-content><o:body/></o:document-content>\n'),
    docx(document),
    docx(document, '/word/document.xml'),
  );
  intact.push(
    docx(`\ufeff${document}`),
    odt(Buffer.from('<document-content></document-content>', 'utf16le').toString('latin1')),
  );
  const flat = Buffer.from('<office:document office:mimetype="application/vnd.oasis.opendocument.text">');
  // Of one so large nothing but its beginning is read.
  intact.push(Buffer.concat([flat, Buffer.alloc(2 ** 26)]));
  const damaged = [
    flat,
    ...[odt('nonsense'), odt(''), odt('<html/>'), odt('<document-content>'), docx('nonsense')],
    ...[docx(document, 'no.xml'), book.subarray(0, -600), compoundOf({ Other: Buffer.alloc(9) })],
    ...[book.subarray(0, 300), Buffer.from('text'), Buffer.alloc(0)],
  ];
  for (const [expected, files] of Object.entries({ intact, locked, damaged }))
    for (const [n, bytes] of files.entries()) assert.equal(await condition(bytes), expected, `${expected} ${n}`);
});
