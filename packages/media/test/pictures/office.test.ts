/** What holds for Office files without LibreOffice. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import sharp from 'sharp';
import { withZip } from '../../../core/src/platform/zip-file.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { zipOf } from '../../../core/test/support/zip.ts';
import { cutRows, EXCEL, OPEN_DOCUMENT } from '../../src/pictures/office/cut-rows.ts';
import { withFirstRows } from '../../src/pictures/office/first-rows.ts';
import { officeArguments } from '../../src/pictures/office/sandbox.ts';
import { SharpRenderer } from '../../src/pictures/renderer-sharp.ts';
import { isNear, middle, patiently, planFor, sourceAt } from './pictures.ts';

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

test('the sandbox has no network, no environment and no files but programs and the source', () => {
  const args = officeArguments(
    { soffice: process.execPath, bwrap: '/usr/bin/bwrap' },
    { path: '/data/originals/ab', extension: 'docx', seconds: 8 },
  );
  for (const needed of ['--unshare-all', '--die-with-parent', '--clearenv']) assert.ok(args.includes(needed), needed);
  assert.ok(!args.includes('--share-net') && !args.includes('--bind'));
  const bound = args.flatMap((word, n) => (/^--ro-bind/.test(word) ? [args[n + 1] ?? ''] : []));
  const exposed = bound.filter((path) => /^\/(?:data|home|root|var\/lib|etc$|$)/.test(path));
  assert.deepEqual(exposed, ['/data/originals/ab']);
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
    const copy = await withFirstRows(path, 60);
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
