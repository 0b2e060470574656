/** Reads the rows of a table: of CSV in whatever encoding, and of the first sheet of a workbook that is shown. */
import { extname } from 'node:path';
import type { ZipParts } from '../../../core/src/platform/zip-file.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { DELIMITER_LINE } from '../inspect/table-shape.ts';
import { readMarkup } from './markup-text.ts';
import { openWorkbook } from './office-text.ts';
import { readHead, readPlain } from './plain-text.ts';
import { withDocument } from './zipped-text.ts';

/** Rows, columns and characters of a table; one with more is refused. */
const MAX_ROWS = 200_000;
const MAX_COLUMNS = 300;
const MAX_CHARACTERS = 64_000_000;

/** How a ZIP file begins, which a workbook is. */
const ZIP = Buffer.from('PK\u0003\u0004');
const DELIMITERS = [',', ';', '\t', '|'];

export type Rows = readonly (readonly string[])[];

/** Rejects with CannotMake for a damaged file and for one that is too large. */
export async function readRows(path: string): Promise<Rows> {
  const isWorkbook = extname(path).toLowerCase() === '.xlsx' || (await readHead(path, 4)).equals(ZIP);
  const rows = isWorkbook ? await withDocument(path, readWorkbook) : await readCsv(path);
  if (rows.length > MAX_ROWS) throw tooLarge(`more than ${MAX_ROWS} rows`);
  if (rows.some(({ length }) => length > MAX_COLUMNS)) throw tooLarge(`more than ${MAX_COLUMNS} columns`);
  return rows;
}

async function readCsv(path: string): Promise<Rows> {
  const text = await readPlain(path, MAX_CHARACTERS + 1);
  if (text.length > MAX_CHARACTERS) throw tooLarge(`more than ${MAX_CHARACTERS} characters`);
  const { default: papaparse } = await import('papaparse');
  const [line = '', told] = DELIMITER_LINE.exec(text) ?? [];
  const rest = text.slice(line.length);
  // Keywords have delimiters of their own, so only the header tells.
  const columns = (delimiter: string) =>
    papaparse.parse<string[]>(rest.trimStart(), { delimiter, preview: 1 }).data[0]?.length ?? 0;
  const delimiter = told ?? DELIMITERS.toSorted((a, b) => columns(b) - columns(a))[0] ?? ',';
  const { data, errors } = papaparse.parse<string[]>(rest, { delimiter, preview: MAX_ROWS + 1 });
  const first = line === '' ? 1 : 2;
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  if (open) throw new CannotMake('corrupt', `a quotation mark in row ${(open.row ?? 0) + first} is not closed`);
  // The rows are counted as a spreadsheet shows them.
  return line === '' ? data : [[], ...data];
}

async function readWorkbook(zip: ZipParts): Promise<Rows> {
  const { texts, sheets, isFrom1904 } = await openWorkbook(zip);
  const [sheet] = sheets;
  if (sheet === undefined) throw new CannotMake('corrupt', 'a workbook without a sheet');
  if (isFrom1904)
    throw new CannotMake('unsupported', 'its dates count from 1904; turn that off in the settings of Excel');
  const rows: string[][] = [];
  let characters = 0;
  let row: string[] = [];
  let [column, type, value] = [0, '', ''];
  let isValue = false;
  await readMarkup(zip.stream(sheet.part), {
    open: (name, attributes) => {
      if (name === 'row') {
        // Empty rows may be left out; they count in messages.
        const place = Number(attributes['r'] ?? rows.length + 1);
        if (place > MAX_ROWS) throw tooLarge(`more than ${MAX_ROWS} rows`);
        while (rows.length < place - 1) rows.push([]);
        row = [];
        column = -1;
      } else if (name === 'c') {
        column = columnOf(attributes['r']) ?? column + 1;
        if (column >= MAX_COLUMNS) throw tooLarge(`more than ${MAX_COLUMNS} columns`);
        type = attributes['t'] ?? '';
        value = '';
      }
      isValue = name === 'v' || name === 't';
    },
    text: (part) => {
      if (isValue) value += part;
    },
    close: (name) => {
      isValue = false;
      if (name === 'row') rows.push(row);
      if (name !== 'c' || value === '' || type === 'e') return;
      const shown = type === 's' ? (texts[Number(value)] ?? '') : value;
      // A shared text may be in as many cells as a file has.
      characters += shown.length;
      if (characters > MAX_CHARACTERS) throw tooLarge(`more than ${MAX_CHARACTERS} characters`);
      while (row.length < column) row.push('');
      row[column] = shown;
    },
  });
  return rows;
}

/** Returns the number of the column in a place such as `AB12`, from 0. */
function columnOf(place: string | undefined): number | undefined {
  const [, letters] = /^([A-Z]{1,3})\d+$/.exec(place ?? '') ?? [];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function tooLarge(what: string): CannotMake {
  return new CannotMake('too_large', `the table has ${what}`);
}
