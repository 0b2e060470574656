/** One file of cases per operation, see `support/cases.ts`. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { describe, test } from 'node:test';
import { OPERATION_LIST } from '../src/app/registry.ts';
import { startApp } from './support/app.ts';
import { readCases } from './support/case-files.ts';
import { checkCase } from './support/cases.ts';
import { openForAll } from './support/open-for-all.ts';

const root = new URL('cases/', import.meta.url);

/** A base address with every kind of restriction. */
const PRESS = {
  serviceUser: 2,
  defaults: { extended: 'true', nodeTypeId: '101', format: 'webp' },
  roots: { 101: [2, 7], 103: [31] },
  formats: [2, 4],
  languages: ['de'],
  cache: { seconds: 60 },
  asset: { infofields: [101], nameField: 101 },
  node: { infofields: [106] },
  facets: { fields: ['node_103', 'info_103', 'assetType'] },
  details: { general: 'list' },
  search: { prefixes: 'never' },
};

describe('cases', () => {
  const app = openForAll(async () => {
    const endpoints = JSON.stringify({ press: PRESS });
    const settings = { ABS_MAX_PAGE_SIZE: 50, ABS_MAX_SEARCH_RESULTS: 5, ABS_PIN_PARENT_NODE: 20 };
    // A picture of the catalogue is larger, so it has tiles.
    const previews = { ABS_PREVIEW_BIG: 600 };
    const unlimited = { ABS_PIN_PER_MINUTE: 0, ABS_REVIEW_PER_MINUTE: 0 };
    return await startApp({ ...settings, ...previews, ...unlimited, ABS_ENDPOINTS: endpoints });
  });

  // node.do goes first, because downloads of asset.do are counted by `top`.
  for (const file of globSync('**/*.case', { cwd: root }).sort().reverse()) {
    describe(file, () => {
      for (const each of readCases(new URL(file, root))) test(each.title, () => checkCase(app.url, each));
    });
  }

  test('every operation has a case file', () => {
    const files = globSync('**/*.case', { cwd: root });
    const missing = OPERATION_LIST.map(({ endpoint, selectors }) => `${endpoint}/${selectors[0]}.case`);
    const notThere = missing.filter((file) => !files.includes(file));
    assert.deepEqual(notThere, []);
  });
});
