/** `abs import --table`: what rows and columns fill, what a dry run says of those that fit nothing, and hostile workbooks. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { zipOf } from '../../../core/test/support/zip.ts';
import { openStorage } from '../../src/app/storage.ts';
import { recordsOf } from '../support/records.ts';
import { importSample } from '../support/sample.ts';
import { abs } from './copy-world.ts';

const TITLE = 900_001;
const CAPTURED = 900_008;

/** A folder with files and one way to import it. */
function world() {
  const folder = temporaryFolder();
  const [data, source] = [join(folder.path, 'data'), join(folder.path, 'files')];
  for (const path of ['lake.txt', 'a/same.txt', 'b/same.txt']) {
    mkdirSync(join(source, path, '..'), { recursive: true });
    writeFileSync(join(source, path), path);
  }
  return {
    data,
    source,
    table: (name: string, content: string | Uint8Array): string => {
      writeFileSync(join(source, name), content);
      return join(source, name);
    },
    run: (table: string, ...options: readonly string[]) =>
      abs(['import', source, '--data', data, '--table', table, ...options]),
    assets: async () => {
      await using storage = await openStorage({ data });
      const { trees } = (await storage.catalogue.snapshot()).model;
      const records = await recordsOf(storage.catalogue);
      return records
        .filter(({ source: from }) => from !== undefined)
        .map(({ source: from, fields, nodes }) => ({
          path: from?.path,
          fields: Object.fromEntries(fields),
          keywords: nodes.map((id) => trees.get(id)).flatMap((node) => (node?.type === 103 ? [String(node.name)] : [])),
        }));
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

test('a table fills fields, languages and keywords, and a row that changes is imported again', async () => {
  using at = world();
  await importSample(at.data);
  const header = 'file;Title;title:de;keywords;captured';
  const table = at.table(
    'meta.csv',
    `\ufeff${header}\nlake.txt;Lake;See;water; \na/same.txt;;;;2024-05-01\n`.replace('water', '"water; Alps"'),
  );
  const first = await at.run(table);
  assert.equal(first.status, 0, first.stderr);
  assert.match(first.stderr, /: 3 added, 0 changed, 0 unchanged, 0 removed\n/);
  const [lake, ...others] = (await at.assets()).toSorted((a, b) =>
    a.path === 'lake.txt' ? -1 : b.path === 'lake.txt' ? 1 : 0,
  );
  assert.deepEqual(lake, {
    path: 'lake.txt',
    fields: { [TITLE]: { en: 'Lake', de: 'See' } },
    keywords: lake?.keywords,
  });
  assert.deepEqual(lake?.keywords.toSorted(), ['Alps', 'water']);
  assert.equal(others.find(({ path }) => path === 'a/same.txt')?.fields[CAPTURED], '2024-05-01');

  assert.match((await at.run(table)).stderr, /0 added, 0 changed, 3 unchanged/);
  at.table('meta.csv', `${header}\nlake.txt;Tarn;;;\n`);
  const { stderr } = await at.run(table);
  assert.match(stderr, /0 added, 2 changed, 1 unchanged/);
  assert.equal((await at.assets()).find(({ path }) => path === 'lake.txt')?.fields[TITLE], 'Tarn');
});

test('a dry run names what of a table fits nothing, and changes nothing', async () => {
  using at = world();
  await importSample(at.data);
  const table = at.table(
    'meta.csv',
    [
      ...['file,title,headline,rating:de,title,rating,captured,latitude,longitude'],
      ...['lake.txt,Lake,,,,four,tomorrow,91,-180.5', 'same.txt,Same,,,,,', 'gone.jpg,Gone,,,,,'],
      ...['./lake.txt,Again,,,,,', 'A/SAME.TXT,A,,,,6,,,,rest', 'b\\same.txt,B,,,,-1,45000,-90,180'],
    ].join('\n'),
  );
  const { status, stderr } = await at.run(table, '--dry-run');
  assert.equal(status, 1);
  assert.deepEqual(
    stderr.split('\n').filter((line) => line.startsWith('table: ')),
    [
      'table: column 3, "headline": fits no field of assets',
      'table: column 4, "rating:de": is for a language, but field 900009 has none',
      'table: column 5, "title": fills what another one fills',
      'table: row 2, column "rating": "four" is no number',
      'table: row 2, column "captured": "tomorrow" is no date such as 2026-05-31',
      'table: row 2, column "latitude": "91" is no number from -90 to 90',
      'table: row 2, column "longitude": "-180.5" is no number from -180 to 180',
      'table: row 3, "same.txt": several files have this name; write the path',
      'table: row 4, "gone.jpg": no file of the folder has this name',
      'table: row 5, "./lake.txt": row 2 is about the same file',
      'table: row 6, column "rating": "6" is no number from -1 to 5',
      'table: row 6: "rest" is in no column of the first row',
    ],
  );
  assert.match(stderr, /files, nothing is changed yet: 3 added, 0 changed, 0 unchanged, 0 removed\n/);
  assert.deepEqual(await at.assets(), []);

  assert.equal((await at.run(table)).status, 0);
  const b = (await at.assets()).find(({ path }) => path === 'b/same.txt');
  assert.deepEqual((await at.assets()).find(({ path }) => path === 'a/same.txt')?.fields, { [TITLE]: 'A' });
  assert.deepEqual(b?.fields, { [TITLE]: 'B', [CAPTURED]: '2023-03-15', 900009: 0, 900010: -90, 900011: 180 });
  const both = await at.run(table, '--watch', '--dry-run');
  assert.deepEqual([both.status, /--dry-run changes nothing/.test(both.stderr)], [2, true]);
});

test('the header tells what separates cells, and what is no table is not taken for one', async () => {
  using at = world();
  await importSample(at.data);
  const lake = async (content: string) => {
    const { status, stderr } = await at.run(at.table('meta.csv', content));
    assert.equal(status, 0, stderr);
    const asset = (await at.assets()).find(({ path }) => path === 'lake.txt');
    return [asset?.fields[TITLE], asset?.fields[CAPTURED], asset?.keywords.toSorted().join()];
  };
  assert.deepEqual(await lake('file,keywords\nlake.txt,a;b;c\n'), [undefined, undefined, 'a,b,c']);
  const excel = 'sep=;\r\nfile;title;captured\r\nlake.txt;One, two, three;01.05.2024\r\n';
  assert.deepEqual(await lake(excel), ['One, two, three', '2024-05-01', '']);
  const database = '\n\nfile|title|captured\nlake.txt|Lake|2024-05-01 10:30\n';
  assert.deepEqual(await lake(database), ['Lake', '2024-05-01T10:30', '']);

  const said = await at.run(at.table('meta.csv', 'sep=,\nfile,captured\nlake.txt,2024\n'), '--dry-run');
  assert.match(said.stderr, /^table: row 3, column "captured": "2024" is no date/m);
  assert.match((await at.run(at.table('meta.csv', ''), '--dry-run')).stderr, /^table: it has no rows$/m);
  const { status, stderr } = await at.run(at.table('meta.csv', 'file,title\nlake.txt,"Lake\nb/same.txt,B\n'));
  assert.deepEqual([status, /a quotation mark in row 2 is not closed/.test(stderr)], [1, true], stderr);
});

/** A workbook with one sheet, whose rows are given as XML, and a first sheet that is hidden. */
async function workbook(rows: string, shared = '', settings = ''): Promise<Buffer> {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="r${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  return await zipOf({
    'xl/workbook.xml': `<workbook xmlns:r="r">${settings}<sheets><sheet name="Old" state="hidden" r:id="r1"/><sheet name="New" r:id="r2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation(1, 'worksheet', 'worksheets/old.xml')}${relation(2, 'worksheet', 'worksheets/new.xml')}${relation(3, 'sharedStrings', 'shared.xml')}</Relationships>`,
    'xl/shared.xml': `<sst>${shared}</sst>`,
    'xl/worksheets/old.xml': '<worksheet/>',
    'xl/worksheets/new.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  });
}

test('a workbook is read as its cells are placed, and one that is a bomb is refused', async () => {
  using at = world();
  const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = `<row r="1">${text('A1', 'file')}${text('C1', 'title')}${text('D1', 'captured')}</row>
    <row r="4"><c r="A4" t="s"><v>0</v></c>${text('C4', 'La_x006b_e')}<c r="D4"><v>45000.5</v></c></row>`;
  const table = at.table('meta.xlsx', await workbook(rows, '<si><r><t>lake</t></r><r><t>.txt</t></r></si>'));
  const { status, stderr } = await at.run(table);
  assert.equal(status, 0, stderr);
  const lake = (await at.assets()).find(({ path }) => path === 'lake.txt');
  assert.deepEqual(lake?.fields, { [TITLE]: 'Lake', [CAPTURED]: '2023-03-15T12:00:00' });

  // By another name, as some programs write it.
  const same = await at.run(at.table('meta.csv', readFileSync(table)));
  assert.match(same.stderr, /0 changed, 3 unchanged/);

  for (const [content, reason] of [
    [await workbook('', '', '<workbookPr date1904="1"/>'), /its dates count from 1904/],
    [await workbook(' '.repeat(300_000_000)), /a file of \d+ bytes that unpacks to 3\d+/],
    [await workbook(`<row r="999999999">${text('A1', 'x')}</row>`), /the table has more than 200000 rows/],
    [await workbook(`<row r="1">${text('ZZZ1', 'x')}</row>`), /the table has more than 300 columns/],
    [Buffer.from('PK no workbook'), /meta\.xlsx can't be read\n {2}because: /],
  ] as const) {
    at.table('meta.xlsx', content);
    const refused = await at.run(table);
    assert.deepEqual([refused.status, reason.test(refused.stderr)], [1, true], refused.stderr);
  }
});
