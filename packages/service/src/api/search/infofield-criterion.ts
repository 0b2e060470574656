import type { Criterion, DateBound } from '../../../../columnar/src/search-index.ts';
import { type ApiError, invalidParameter, quote } from '../../../../core/src/domain/errors.ts';
import { plainQuotes, readFullText } from '../../../../core/src/domain/full-text.ts';
import type { InfoField } from '../../../../core/src/domain/model.ts';
import { daysOf, lowerBound, upperBound } from '../../../../core/src/domain/searched-dates.ts';
import { parseText, type ValueType } from '../../../../core/src/domain/values.ts';
import { existingNodes } from '../nodes.ts';
import type { Context } from '../operation.ts';
import { BOOLEAN, ID, MAX_LIST_ITEMS, NUMBER } from '../params.ts';
import type { SearchDates } from './dates.ts';

const PARAMETER = 'search_infofield';
/** Matches the field ID, then each value, also an empty one. Commas inside double quotes do not separate values. */
const PARTS = /^[^,]*|(?<=,)(?:"[^"]*"|[^",]|"(?![^"]*"))*/g;

/** Options of a search that apply to its `search_infofield` criteria. */
export interface InfofieldOptions {
  /** Whether any or all terms of a text must match. */
  readonly textJoin: 'any' | 'all';
  readonly isRecursive: boolean;
}

/**
 * Parses `<field ID>,<value>[,<value>…]`; the type of the field determines the syntax of values (interface decisions
 * 5). In text fields, quotes make phrases; around other values they have no meaning.
 */
export function infofieldCriterion(
  text: string,
  options: InfofieldOptions,
  dates: SearchDates,
  context: Context,
): Criterion {
  const [id = '', ...given] = (plainQuotes(text).match(PARTS) ?? []).map((part) => part.trim());
  const field = context.model.infoFields.get(parseText(ID, id) ?? Number.NaN);
  if (!field?.onAssets) throw refuse(text, `${quote(id)} is not the ID of an information field of assets`);
  const items = field.type === 'text' ? given : given.map(unquoted);
  // Nothing between two commas or after the last opens an end of a range, as `null` does.
  const isRange = (field.type === 'number' || field.type === 'date') && items.length > 1;
  const values = isRange ? items.map((item) => item || 'null') : items.filter((item) => item !== '');
  if (values.length === 0) throw refuse(text, 'a value is missing');
  if (values.length > MAX_LIST_ITEMS) throw refuse(text, `are more than ${MAX_LIST_ITEMS} values`);
  switch (field.type) {
    case 'text':
      return textCriterion(field, values, options.textJoin);
    case 'number': {
      const [from, to] = ends(values, text, (value) => read(NUMBER, value, text));
      const range = values.length === 1 ? { from, to: from } : { from, to };
      return { kind: 'range', of: { field: field.id }, ...bounded(range) };
    }
    case 'date':
      return dateCriterion(field, values, text, dates, context);
    case 'checkbox': {
      const [value = '', ...more] = values;
      if (more.length > 0) throw refuse(text, 'a checkbox takes one value');
      return { kind: 'checkbox', field: field.id, value: read(BOOLEAN, value, text) };
    }
    case 'dropdown':
      return { kind: 'items', field: field.id, ids: values.map((value) => read(ID, value, text)) };
    case 'node_reference': {
      const ids = values.map((value) => read(ID, value, text));
      const nodes = existingNodes(ids, context);
      return { kind: 'references', field: field.id, nodes, recursive: options.isRecursive };
    }
  }
}

function textCriterion({ id: field }: InfoField, values: readonly string[], join: 'any' | 'all'): Criterion {
  // A text without any word matches nothing.
  const texts = values.map((value) => readFullText(value)).filter((terms) => terms.length > 0);
  return { kind: 'some', of: texts.map((terms) => ({ kind: 'text', terms, join, field })) };
}

function dateCriterion(
  { id: field }: InfoField,
  values: readonly string[],
  text: string,
  dates: SearchDates,
  { timeZone }: Context,
): Criterion {
  const [first, last] = ends(values, text, (value) => dates.read(value, PARAMETER));
  if (values.length === 1 && first) {
    // A single value means its whole day, even if it has a time, or its whole month, year or span.
    const days = first.kind === 'span' ? first : daysOf(first, timeZone);
    return { kind: 'dates', field, from: lowerBound(days, timeZone), to: upperBound(days, timeZone) };
  }
  return {
    kind: 'dates',
    field,
    ...bounded<DateBound>({ from: first && lowerBound(first, timeZone), to: last && upperBound(last, timeZone) }),
  };
}

/** Parses one value, or the two ends of a range; `null` leaves an end open. */
function ends<T>(values: readonly string[], text: string, readEnd: (value: string) => T): readonly (T | undefined)[] {
  if (values.length > 2)
    throw refuse(
      text,
      'a number or a date takes one value, or two for a range; a comma within double quotes parts nothing',
    );
  const isOpen = (value = '') => value.toLowerCase() === 'null';
  if (values.length === 1 && isOpen(values[0])) throw refuse(text, 'null is an end of a range, which has two values');
  return values.map((value) => (isOpen(value) ? undefined : readEnd(value)));
}

function unquoted(value: string): string {
  return /^"(.*)"$/s.exec(value)?.[1]?.trim() ?? value;
}

function bounded<T>({ from, to }: { readonly from: T | undefined; readonly to: T | undefined }) {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function read<T>(type: ValueType<T>, value: string, text: string): T {
  const found = parseText(type, value);
  if (found === undefined) throw refuse(text, `${quote(value)} is not ${type.expected}`);
  return found;
}

function refuse(text: string, why: string): ApiError {
  return invalidParameter(`${PARAMETER}: in ${quote(text)} ${why}`);
}
