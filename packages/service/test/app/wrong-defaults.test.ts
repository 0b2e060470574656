import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findWrongDefaults } from '../../src/app/wrong-defaults.ts';
import { loadConfig } from '../../src/config/load.ts';

function problemsOf(defaults: Readonly<Record<string, string>>) {
  const environment = { ABS_ENDPOINTS: JSON.stringify({ press: { defaults } }) };
  return findWrongDefaults(loadConfig({ environment, directory: '/nonexistent' }));
}

test('defaults that operations accept are right, under the alias of a parameter, too', () => {
  assert.deepEqual(problemsOf({ extended: 'true', recursive: 'false', locale: 'de', nodeTypeId: '101' }), []);
});

test('a default of a parameter that no operation has is a problem, and so is a value that all refuse', () => {
  assert.deepEqual(problemsOf({ nosuch: '2', extended: 'maybe', locale: 'de' }), [
    { key: 'endpoints.press.defaults.nosuch', source: 'settings', message: 'no operation has such a parameter' },
    {
      key: 'endpoints.press.defaults.extended',
      source: 'settings',
      message: 'extended: "maybe" is not a boolean (true, false, 1 or 0)',
    },
  ]);
});
