import { readFullText } from '../../domain/full-text.ts';
import type { InfoField } from '../../domain/model.ts';
import { dayOf, lowerBound, upperBound } from '../../domain/searched-dates.ts';
import { ApiError, quote } from '../../errors.ts';
import type { Criterion, DateBound } from '../../ports/search-index.ts';
import { existingNodes } from '../nodes.ts';
import type { Context } from '../operation.ts';
import { BOOLEAN, type Codec, INTEGER, MAX_LIST_ITEMS, NUMBER, type Shape } from '../params.ts';
import { readDate } from './dates.ts';

const PARAMETER = 'search_infofield';
/** Stands for an open end of a range. */
const OPEN = 'null';

export interface InfofieldOptions {
  /** How the terms of a text join. */
  readonly textJoin: 'any' | 'all';
  readonly isRecursive: boolean;
}

/**
 * Reads `<field ID>,<value>[,<value>…]`; the field's type decides what values are (decisions 5). Undefined where a text field is
 * asked for texts without any word, which is no criterion.
 */
export async function infofieldCriterion(
  text: string,
  options: InfofieldOptions,
  context: Context<Shape>,
): Promise<Criterion | undefined> {
  const [id = '', ...rest] = text.split(',').map((part) => part.trim());
  const field = context.model.infoFields.get(INTEGER.read(id) ?? Number.NaN);
  if (!field?.onAssets) throw refuse(text, `${quote(id)} is not the ID of an information field of assets`);
  const values = rest.filter((value) => value !== '');
  if (values.length === 0) throw refuse(text, 'a value is missing');
  if (values.length > MAX_LIST_ITEMS) throw refuse(text, `are more than ${MAX_LIST_ITEMS} values`);
  switch (field.type) {
    case 'text':
      return textCriterion(field, values, options.textJoin);
    case 'number': {
      const [from, to] = ends(values, text, (value) => read(NUMBER, value, text));
      const range = values.length === 1 ? { from, to: from } : { from, to };
      return { kind: 'range', of: { field: field.id }, ...given(range) };
    }
    case 'date':
      return await dateCriterion(field, values, text, context);
    case 'checkbox': {
      const [value = '', ...more] = values;
      if (more.length > 0) throw refuse(text, 'a checkbox takes one value');
      return { kind: 'checkbox', field: field.id, value: read(BOOLEAN, value, text) };
    }
    case 'dropdown':
      return { kind: 'items', field: field.id, ids: values.map((value) => read(INTEGER, value, text)) };
    case 'node_reference': {
      const ids = values.map((value) => read(INTEGER, value, text));
      const nodes = existingNodes(ids, context);
      return { kind: 'references', field: field.id, nodes, recursive: options.isRecursive };
    }
  }
}

function textCriterion(
  { id: field }: InfoField,
  values: readonly string[],
  join: 'any' | 'all',
): Criterion | undefined {
  const texts = values.map(readFullText).filter((terms) => terms.length > 0);
  if (texts.length === 0) return undefined;
  return { kind: 'some', of: texts.map((terms) => ({ kind: 'text', terms, join, field })) };
}

async function dateCriterion(
  { id: field }: InfoField,
  values: readonly string[],
  text: string,
  context: Context<Shape>,
): Promise<Criterion> {
  const { timeZone } = context;
  const dates = await Promise.all(
    values.map((value) => (value === OPEN ? undefined : readDate(value, PARAMETER, context))),
  );
  const [first, last] = ends(values, text, (_, index) => dates[index]);
  if (values.length === 1 && first) {
    // One value is its day, whatever time it has.
    const day = { kind: 'day', day: dayOf(first, timeZone) } as const;
    return { kind: 'dates', field, from: lowerBound(day, timeZone), to: upperBound(day, timeZone) };
  }
  return {
    kind: 'dates',
    field,
    ...given<DateBound>({
      from: first && lowerBound(first, timeZone),
      to: last && upperBound(last, timeZone),
    }),
  };
}

/** One value, or the two ends of a range, of which `null` is open. */
function ends<T>(
  values: readonly string[],
  text: string,
  readEnd: (value: string, index: number) => T | undefined,
): readonly (T | undefined)[] {
  if (values.length > 2) throw refuse(text, 'a number or a date takes one value, or two for a range');
  if (values.length === 1 && values[0] === OPEN) throw refuse(text, 'null is an end of a range, which has two values');
  return values.map((value, index) => (value === OPEN ? undefined : readEnd(value, index)));
}

function given<T>({ from, to }: { readonly from: T | undefined; readonly to: T | undefined }) {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function read<T>(codec: Codec<T>, value: string, text: string): T {
  const found = codec.read(value);
  if (found === undefined) throw refuse(text, `${quote(value)} is not ${codec.expected}`);
  return found;
}

function refuse(text: string, why: string): ApiError {
  return new ApiError('parameter_invalid', `${PARAMETER}: in ${quote(text)} ${why}`);
}
