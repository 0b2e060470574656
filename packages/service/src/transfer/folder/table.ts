/** A table with metadata of the files of a folder: a row for each, with its name in the first column. */
import { createHash } from 'node:crypto';
import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import type { FieldValue, FieldValues, InfoField } from '../../../../core/src/domain/model.ts';
import { show } from '../bundle/faults.ts';
import { type Column, readCell, readColumn } from './table-columns.ts';

/** What a row says of its file. Empty cells say nothing. */
export interface TableRow {
  /** Differs whenever the row says something else. */
  readonly mark: string;
  readonly keywords?: readonly (readonly string[])[];
  readonly values: readonly { readonly field: InfoField; readonly language?: string; readonly value: FieldValue }[];
}

/** A file by its path in the folder. */
interface NamedFile {
  readonly path: string;
  readonly name: string;
}

export interface Table {
  /** Rows by the path of the file. */
  readonly rows: ReadonlyMap<string, TableRow>;
  /** One sentence for each column that fits no field, row that fits no file, and cell that fits no value. */
  readonly problems: readonly string[];
}

/** Fits the rows of a table to the files of a folder. Rows and columns are counted from 1, as spreadsheets do. */
export function fitTable(
  rows: readonly (readonly string[])[],
  files: readonly NamedFile[],
  model: CatalogueModel,
): Table {
  const problems: string[] = [];
  const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
  // Empty rows above the header and below it count, as in a spreadsheet.
  const header = rows.findIndex((cells) => !isEmpty(cells));
  if (header < 0) problems.push('it has no rows');
  const columns = readColumns(rows[header] ?? [], model, problems);
  const find = openFinder(files);
  const found = new Map<string, TableRow>();
  const firstRows = new Map<string, number>();
  for (const [index, cells] of rows.entries()) {
    const number = index + 1;
    if (index <= header || isEmpty(cells)) continue;
    const name = (cells[0] ?? '').trim();
    const path = find(name);
    const before = path === undefined ? undefined : firstRows.get(path);
    if (path === undefined || path === '' || before !== undefined) {
      const reason =
        before !== undefined
          ? `row ${before} is about the same file`
          : path === ''
            ? 'several files have this name; write the path'
            : 'no file of the folder has this name';
      problems.push(`row ${number}, ${show(name, 1000)}: ${reason}`);
      continue;
    }
    firstRows.set(path, number);
    found.set(path, readRow(cells, { number, columns, model, problems }));
    // A separator within a text that has no quotation marks.
    const beyond = cells.slice(rows[header]?.length).find((cell) => cell.trim() !== '');
    if (beyond !== undefined) problems.push(`row ${number}: ${show(beyond, 1000)} is in no column of the first row`);
  }
  return { rows: found, problems };
}

/** Returns the values of an asset with those of its row in their place. A text without a language is the whole text. */
export function withRow(values: FieldValues, row: TableRow, defaultLanguage: string): FieldValues {
  const all = new Map(values);
  for (const { field, language, value } of row.values) {
    if (language === undefined) all.set(field.id, value);
  }
  for (const { field, language, value } of row.values) {
    if (language === undefined) continue;
    const before = all.get(field.id);
    const texts = typeof before === 'string' ? { [defaultLanguage]: before } : before;
    all.set(field.id, { ...(texts as object | undefined), [language]: String(value) });
  }
  return new Map([...all].sort(([a], [b]) => a - b));
}

type Columns = ReadonlyMap<number, { readonly header: string; readonly column: Column }>;

function readColumns(headers: readonly string[], model: CatalogueModel, problems: string[]): Columns {
  const columns = new Map<number, { readonly header: string; readonly column: Column }>();
  const taken = new Set<string>();
  for (const [index, cell] of headers.entries()) {
    const header = cell.trim();
    if (index === 0 || header === '') continue;
    const column = readColumn(header, model);
    const key =
      typeof column === 'string' || column.kind === 'keywords' ? 'keywords' : `${column.field.id} ${column.language}`;
    const problem = typeof column === 'string' ? column : taken.has(key) ? 'fills what another one fills' : undefined;
    if (problem !== undefined) problems.push(`column ${index + 1}, ${show(header, 1000)}: ${problem}`);
    else if (typeof column !== 'string') {
      taken.add(key);
      columns.set(index, { header, column });
    }
  }
  return columns;
}

/**
 * Returns a search for a path, or for a name that one file has, as it is written, else in any case: undefined if there is none,
 * '' if there are several.
 */
function openFinder(files: readonly NamedFile[]): (name: string) => string | undefined {
  const byKey = (keyOf: (file: NamedFile) => string) => {
    const found = new Map<string, string>();
    for (const file of files) found.set(keyOf(file), found.has(keyOf(file)) ? '' : file.path);
    return found;
  };
  const written = [byKey(({ path }) => path.normalize()), byKey(({ name }) => name.normalize())];
  const inAnyCase = [byKey(({ path }) => caseless(path)), byKey(({ name }) => caseless(name))];
  return (name) => {
    const path = name
      .normalize()
      .replaceAll('\\', '/')
      .replace(/^\.?\//, '');
    if (name === '') return undefined;
    const find = (maps: readonly Map<string, string>[], key: string) => maps.find((map) => map.has(key))?.get(key);
    return find(written, path) ?? find(inAnyCase, caseless(path));
  };
}

function caseless(text: string): string {
  return text.normalize().toLowerCase();
}

function readRow(
  cells: readonly string[],
  {
    number,
    columns,
    model,
    problems,
  }: {
    readonly number: number;
    readonly columns: Columns;
    readonly model: CatalogueModel;
    readonly problems: string[];
  },
): TableRow {
  const values: TableRow['values'][number][] = [];
  let keywords: TableRow['keywords'];
  for (const [index, { header, column }] of columns) {
    const cell = (cells[index] ?? '').trim();
    if (cell === '') continue;
    if (column.kind === 'keywords') {
      const words = cell.split(';').map((word) => word.trim());
      keywords = [...new Set(words.filter((word) => word !== ''))].map((word) => [word]);
      continue;
    }
    const read = cell.isWellFormed() ? readCell(cell, column.field, model) : 'is no text';
    if (typeof read === 'string') problems.push(`row ${number}, column ${show(header, 1000)}: ${show(cell)} ${read}`);
    else
      values.push({
        field: column.field,
        value: read.value,
        ...(column.language ? { language: column.language } : {}),
      });
  }
  const said = values.map(({ field, language, value }) => [field.id, language, value]);
  const mark = createHash('sha256')
    .update(JSON.stringify([said, keywords]))
    .digest('hex')
    .slice(0, 16);
  return { mark, values, ...(keywords === undefined ? {} : { keywords }) };
}
