import assert from 'node:assert/strict';
import { test } from 'node:test';
import { licenceName } from '../src/list/cells.ts';

test('a licence in a list is written as in the line of rights', () => {
  const ids = ['CC-BY-4.0', 'CC-BY-NC-SA-3.0', 'CC0-1.0', 'CC-PDDC', 'InC-EDU', 'Ours-2'];
  assert.deepEqual(ids.map(licenceName), ['CC BY 4.0', 'CC BY-NC-SA 3.0', 'CC0 1.0', 'CC-PDDC', 'InC-EDU', 'Ours-2']);
});
