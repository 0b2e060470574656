import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find } from '../../../columnar/src/find.ts';
import { openSnapshots } from '../../../columnar/src/snapshots.ts';
import type { ViewData } from '../../../columnar/src/view.ts';
import { type Viewer, viewerFor } from '../../../core/src/domain/permissions.ts';
import { assetOf, FOLDER, load, nodeOf } from './contract-samples.ts';
import { openSearch } from './open-search.ts';
import { openReferenceSearch } from './reference/search.ts';
import { searchIndexContract } from './search-index.contract.ts';

searchIndexContract('the columnar search', openSearch);
searchIndexContract('the reference', async () => {
  const opened = await openSearch();
  return { ...opened, index: openReferenceSearch(opened.catalogue) };
});

test('what a node type hides once it decides about access is not found, though no node has changed', async () => {
  await using stores = await openSearch();
  const folder = nodeOf(1, { type: FOLDER, access: [{ group: 1, view: true, download: '*' }] });
  await load(stores.writer, { nodes: [folder], assets: [assetOf(1, { nodes: [1] }), assetOf(2)] });
  const data = (await stores.reach()) as ViewData;
  const { model } = await stores.catalogue.snapshot();
  const open = openSnapshots();
  const idsFor = (viewer: Viewer, now: typeof model) => {
    const { view, perspective } = open(data, now);
    return find(view, perspective({ viewer }), { all: [], sort: [], locale: 'en', offset: 0, count: 9, viewer }).ids;
  };
  const before = { ...model, nodeTypes: new Map() };
  const viewer = viewerFor(before, { id: undefined, groups: [] });
  assert.deepEqual(idsFor(viewer, before), [1, 2]);
  assert.deepEqual(idsFor(viewer, model), [2]);
});
