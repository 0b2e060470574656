import { zipOf } from '../../../../core/test/support/zip.ts';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
const BOOK = 'application/vnd.ms-excel.sheet.binary.macroEnabled.main';

/** Writes a record of [MS-XLSB] with a type below 16,384 and less than 128 bytes. */
function record(type: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([
    Buffer.from([...(type < 128 ? [type] : [(type & 127) | 128, type >> 7]), content.length]),
    content,
  ]);
}

const numbers = (...values: readonly number[]) => Buffer.from(Uint32Array.from(values).buffer);
const text = (value: string) => Buffer.concat([numbers(value.length), Buffer.from(value, 'utf16le')]);
const double = (value: number) => Buffer.from(Float64Array.of(value).buffer);

/** Writes a spreadsheet of Excel in binary, of one sheet with two columns: a text, and a formula with its result. */
export function xlsbOf(rows: number): Buffer {
  const formula = Buffer.from([0, 0, 3, 0, 0, 0, 0x1e, 5, 0, 0, 0, 0, 0]);
  const cells = Array.from({ length: rows }, (_, row) => [
    record(0, numbers(row, 0), Buffer.from([0x2c, 1, 0, 0, 0]), numbers(1, 0, 1)),
    record(6, numbers(0, 0), text(`Row ${row + 1}`)),
    record(9, numbers(1, 0), double(5), formula),
  ]);
  const sheet = [
    record(129),
    record(148, numbers(0, rows - 1, 0, 1)),
    record(145),
    ...cells.flat(),
    record(146),
    record(130),
  ];
  const name = record(156, numbers(0, 1), text('rId1'), text('One'));
  const relation = (kind: string, target: string) =>
    `<Relationships xmlns="${PACKAGE}relationships"><Relationship Id="rId1" Type="${OFFICE}${kind}" Target="${target}"/></Relationships>`;
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.bin" ContentType="${BOOK}"/><Override PartName="/xl/sheet1.bin" ContentType="application/vnd.ms-excel.worksheet"/></Types>`,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.bin'),
    'xl/_rels/workbook.bin.rels': relation('worksheet', 'sheet1.bin'),
    'xl/workbook.bin': Buffer.concat([record(131), record(143), name, record(144), record(132)]),
    'xl/sheet1.bin': Buffer.concat(sheet),
  });
}
