import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InfoField } from '../../../core/src/domain/model.ts';
import { dateFieldOf, nameFieldOf } from '../../src/api/usual-fields.ts';
import { missingFields } from '../../src/transfer/folder/built-in-fields.ts';

type Fields = Parameters<typeof nameFieldOf>[0];

const OF_FOLDERS = missingFields(new Map());

function usual(fields: readonly InfoField[], asset: Partial<Fields['settings']['asset']>) {
  const infoFields = new Map(fields.map((field) => [field.id, field]));
  const given = { model: { infoFields }, settings: { asset: { nameField: null, dateField: null, ...asset } } };
  return [nameFieldOf(given as unknown as Fields), dateFieldOf(given as unknown as Fields)];
}

test('what folder imports call title and capture date are the names and dates of assets, unless the operator says otherwise', () => {
  assert.deepEqual(usual(OF_FOLDERS, {}), [900_001, 900_008]);
  assert.deepEqual(usual(OF_FOLDERS, { nameField: 900_002, dateField: 0 }), [900_002, undefined]);
  assert.deepEqual(usual([], { nameField: 7 }), [undefined, undefined]);
  // A bundle may have other fields with these IDs.
  const others = OF_FOLDERS.map((field): InfoField => ({ ...field, type: 'number' }));
  assert.deepEqual(usual(others, {}), [undefined, undefined]);
});
