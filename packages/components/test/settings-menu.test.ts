import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offeredLanguages } from '../src/page/settings-menu.ts';

test('the menu offers the languages of the service, and those of the texts that it lacks', () => {
  assert.deepEqual(offeredLanguages(['de-AT', 'fil', 'est', 'de-AT']), ['de-AT', 'fil', 'est', 'en', 'fr', 'es', 'it']);
});
