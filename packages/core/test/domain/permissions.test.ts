/** What the random worlds of `permissions/` can't show: the key of a viewer, and nodes of a newer commit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogueModel } from '../../src/domain/catalogue-model.ts';
import type { AccessRule, CatalogueNode } from '../../src/domain/model.ts';
import { buildNodeTrees } from '../../src/domain/node-trees.ts';
import { viewerFor } from '../../src/domain/permissions.ts';

const folder = (id: number, access: readonly AccessRule[]): CatalogueNode => ({
  ...{ id, type: 101, name: 'f', position: 0, fields: new Map(), access },
});

function modelOf(...nodes: readonly CatalogueNode[]): CatalogueModel {
  const languages = { languages: ['en'], defaultLanguage: 'en' };
  const nodeTypes = new Map([[101, { id: 101, key: 'folder', name: 'Folders', isPermissionDefining: true }]]);
  const none = { assetTypes: new Map(), infoFields: new Map(), relationTypes: new Map(), downloadFormats: new Map() };
  const trees = buildNodeTrees(nodes, languages);
  return { revision: 1, ...languages, ...none, nodeTypes, groups: new Map(), users: new Map(), trees };
}

test('viewers have the same key if they have the same groups, in whatever order these come', () => {
  const model = modelOf(...[1, 2, 3].map((group) => folder(group, [{ group, view: true, download: '*' }])));
  const keyOf = (...groups: readonly number[]) => viewerFor(model, { id: groups.length, groups }).key;
  assert.equal(keyOf(3, 1), keyOf(1, 3, 1));
  assert.equal(new Set([keyOf(1), keyOf(2), keyOf(1, 2), keyOf(1, 2, 3), keyOf()]).size, 5);
});

test('unknown nodes grant no rights', () => {
  const viewer = viewerFor(modelOf(folder(1, [])), { id: 1, groups: [1, 2, 3] });
  assert.equal(viewer.canViewAsset([1]), false);
  assert.equal(viewer.canViewAsset([1, 99]), false);
  assert.deepEqual(viewer.downloadFormats([1, 99]), new Set());
  // It may be a restricted node of a newer commit, so it makes nothing public, not even for who sees everything now.
  for (const all of [[folder(1, [])], []]) {
    const { canViewAsset, downloadFormats } = viewerFor(modelOf(...all), { id: undefined, groups: [] });
    assert.equal(canViewAsset([99]), false);
    assert.deepEqual(downloadFormats([99]), new Set());
  }
  // An asset without permission-defining nodes is public.
  assert.deepEqual([viewer.canViewAsset([]), viewer.downloadFormats([])], [true, '*']);
});

test('a rule of the node that decides exempts its group from validity there and below, where it may view', () => {
  const rule = { group: 1, view: true, download: [] } as const;
  const below = (id: number, parent: number, access?: readonly AccessRule[]) => {
    const { access: _, ...bare } = folder(id, []);
    return { ...bare, parent, ...(access && { access }) };
  };
  const model = modelOf(
    folder(1, [
      { ...rule, anyTime: true },
      { ...rule, group: 2 },
    ]),
    below(11, 1),
    below(12, 1, [rule]),
    folder(2, [{ ...rule, view: false, anyTime: true }]),
    { ...folder(3, []), type: 7 },
  );
  const exempt = (group: number) => {
    const viewer = viewerFor(model, { id: 1, groups: [group] });
    return [[1], [11], [12], [2], [3], [], [99], [12, 11]].map(viewer.isAnyTime);
  };
  assert.deepEqual(exempt(1), [true, true, false, false, false, false, false, true]);
  assert.deepEqual(exempt(2).includes(true), false);
});
