import type { FieldValue, FieldValues, InfoField } from '../../../../core/src/domain/model.ts';
import { boolean, isObject, number } from '../../../../core/src/domain/values.ts';
import type { Reading } from './reading.ts';
import { type BundleType, dateValue, id, idSet, reference, text } from './value-types.ts';

const FIELD_ID = /^[1-9]\d{0,15}$/;

const nodes = idSet(reference('node'));

/** `infofields` of nodes and assets: field ID -> a value of the field's type. Empty texts and lists count as absent. */
export const fieldValues: BundleType<FieldValues> = {
  expected: 'an object field ID -> value',
  // The type of a value is that of its field, which the schema can't know.
  schema: {
    type: 'object',
    propertyNames: { pattern: FIELD_ID.source },
    additionalProperties: { anyOf: [text, number(), boolean, nodes].map(({ schema }) => schema) },
  },
  read(value, reading) {
    if (!isObject(value)) return reading.wrong(value, this.expected);
    const values = new Map<number, FieldValue>();
    for (const key of Object.keys(value)) {
      reading.keys += 1;
      reading.path.push(key);
      const field = fieldOf(key, reading);
      const read = field && readValue(value[key], field, reading);
      if (field && read !== undefined && read !== '' && !(Array.isArray(read) && read.length === 0)) {
        values.set(field.id, read);
      }
      reading.path.pop();
    }
    return values;
  },
  write: (values) => Object.fromEntries([...values].sort(([a], [b]) => a - b)),
};

function fieldOf(key: string, reading: Reading): InfoField | undefined {
  if (!FIELD_ID.test(key)) return reading.fault('this is not the ID of an information field');
  const field = reading.references.field(Number(key));
  return field ?? reading.fault(`information field ${key} does not exist`);
}

function readValue(value: unknown, field: InfoField, reading: Reading): FieldValue | undefined {
  switch (field.type) {
    case 'text':
      return text.read(value, reading);
    case 'number':
      return number().read(value, reading);
    case 'date':
      return dateValue.read(value, reading);
    case 'checkbox':
      return boolean.read(value, reading);
    case 'dropdown':
      return readItem(value, field, reading);
    case 'node_reference':
      return readNodes(value, field, reading);
  }
}

function readItem(value: unknown, field: InfoField, reading: Reading): number | undefined {
  const item = id.read(value, reading);
  if (item === undefined || field.items.some((each) => each.id === item)) return item;
  return reading.fault(`item ${item} of information field ${field.id} does not exist`);
}

function readNodes(value: unknown, field: InfoField, reading: Reading): readonly number[] | undefined {
  const ids = nodes.read(value, reading);
  if (ids === undefined) return undefined;
  if (field.maxSelections >= 0 && ids.length > field.maxSelections) {
    return reading.fault(`information field ${field.id} takes at most ${field.maxSelections} nodes`);
  }
  if (field.rootNode !== undefined) {
    for (const each of ids) reading.references.referBelow?.(field.rootNode, each, reading);
  }
  return ids;
}
