import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import type { FieldValue, InfoField, Text } from '../../../../core/src/domain/model.ts';
import { parseIsoDate } from '../bundle/iso-date.ts';
import { canonical, fieldOfWord, missingFields, numberFor } from './built-in-fields.ts';

type Model = Pick<CatalogueModel, 'infoFields' | 'trees' | 'languages' | 'defaultLanguage'>;

/** What a column of a table fills: keywords or a field, which may be one that the import is about to add. */
export type Column =
  | { readonly kind: 'keywords' }
  | { readonly kind: 'field'; readonly field: InfoField; readonly language?: string };

const KEYWORDS = 'keywords';
const LANGUAGE = /^(.*?)\s*:\s*([a-z]{2,3}(?:-[a-z0-9]{2,8})*)$/i;
/** Days from the beginning of the calendar of spreadsheets to that of Unix; earlier serial numbers are off by one. */
const SERIAL_OF_1970 = 25_569;
const LAST_SERIAL = 2_958_465;
const TRUE = new Set(['1', 'true', 'yes', 'x']);
const FALSE = new Set(['0', 'false', 'no']);

/** Reads the header of a column. Returns the end of a sentence if it fits no field. */
export function readColumn(header: string, model: Model): Column | string {
  const [, name = header, tag] = LANGUAGE.exec(header) ?? [];
  const lower = name.toLowerCase();
  if (lower === KEYWORDS && tag === undefined) return { kind: 'keywords' };
  const fields = [...model.infoFields.values(), ...missingFields(model.infoFields)].filter(({ onAssets }) => onAssets);
  const ofWord = fieldOfWord(lower);
  const named = fields.filter(
    ({ id, name: own }) => id === ofWord || String(id) === name || textsOf(own).includes(lower),
  );
  const [field, other] = named.length > 1 ? [named.find(({ id }) => id === ofWord) ?? named[0], named[1]] : named;
  if (field === undefined) return 'fits no field of assets';
  if (other !== undefined && field.id !== ofWord) return `fits several fields; name one by its ID, such as ${field.id}`;
  if (tag === undefined) return { kind: 'field', field };
  if (!field.isLocalized) return `is for a language, but field ${field.id} has none`;
  const known = [model.defaultLanguage, ...model.languages].find((own) => own.toLowerCase() === tag.toLowerCase());
  return { kind: 'field', field, language: known ?? canonical(tag) };
}

/** Returns the value of a cell, which isn't empty, or what is expected instead. */
export function readCell(cell: string, field: InfoField, model: Model): { readonly value: FieldValue } | string {
  switch (field.type) {
    case 'text':
      return { value: cell };
    case 'number':
      return Number.isFinite(Number(cell)) ? numberFor(field.id, Number(cell)) : 'is no number';
    case 'date': {
      const date = dayOf(cell) ?? asIso(cell);
      const read = parseIsoDate(date);
      if (read === undefined) return 'is no date such as 2026-05-31';
      return { value: read.isDay || read.isLocal ? date : new Date(read.epochMs).toISOString() };
    }
    case 'checkbox': {
      const word = cell.toLowerCase();
      return TRUE.has(word) || FALSE.has(word) ? { value: TRUE.has(word) } : 'is neither true nor false';
    }
    case 'dropdown': {
      const item = field.items.find(
        ({ id, name }) => String(id) === cell || textsOf(name).includes(cell.toLowerCase()),
      );
      return item === undefined ? 'is none of its items' : { value: item.id };
    }
    case 'node_reference':
      return readNodes(cell, field, model);
  }
}

function readNodes(
  cell: string,
  { rootNode, maxSelections }: InfoField,
  { trees }: Pick<Model, 'trees'>,
): { readonly value: FieldValue } | string {
  const ids = cell.split(';').map(Number);
  const allowed = rootNode === undefined ? undefined : new Set(trees.subtree(rootNode));
  if (!ids.every((id) => trees.get(id) !== undefined && (allowed?.has(id) ?? true)))
    return 'are no IDs of nodes that the field may name, such as 7;9';
  if (maxSelections >= 0 && ids.length > maxSelections) return `are more than ${maxSelections} nodes`;
  return { value: ids };
}

/** Returns the text in each language, in lower case. */
function textsOf(text: Text): readonly string[] {
  return (typeof text === 'string' ? [text] : Object.values<string>(text)).map((each) => each.toLowerCase());
}

/** A day such as 31.05.2026, and a time behind a space, as spreadsheets and databases write them. */
function asIso(cell: string): string {
  const [, day, month, year, rest = ''] = /^(\d\d?)\.(\d\d?)\.(\d{4})(.*)$/.exec(cell) ?? [];
  const date = day && month ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest}` : cell;
  return date.replace(/^(\S{10}) (?=\d)/, '$1T');
}

/** Spreadsheets store a date as the number of days since 1899-12-30. */
function dayOf(cell: string): string | undefined {
  const serial = Number(cell);
  // Rather a year, which is no day.
  if (/^(?:1[5-9]|20)\d\d$/.test(cell)) return undefined;
  if (!/^\d{1,7}(?:\.\d+)?$/.test(cell) || serial <= 60 || serial > LAST_SERIAL) return undefined;
  const iso = new Date(Math.round((serial - SERIAL_OF_1970) * 86_400) * 1000).toISOString();
  return Number.isInteger(serial) ? iso.slice(0, 10) : iso.slice(0, 19);
}
