import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogueModel } from '../../src/domain/catalogue-model.ts';
import type { AccessRule, CatalogueNode, NodeType } from '../../src/domain/model.ts';
import { buildNodeTrees } from '../../src/domain/node-trees.ts';
import { viewerFor } from '../../src/domain/permissions.ts';
import fc, { forAll, forRuns } from '../support/fast-check.ts';

const FORMATS = [1, 2, 3];
const GROUPS = [1, 2, 3];

const nodeTypes: ReadonlyMap<number, NodeType> = new Map(
  [
    { id: 101, key: 'folder', name: 'Folders', isPermissionDefining: true },
    { id: 103, key: 'keyword', name: 'Keywords', isPermissionDefining: false },
  ].map((type) => [type.id, type]),
);

function modelOf(nodes: readonly CatalogueNode[]): CatalogueModel {
  const languages = { languages: ['en'], defaultLanguage: 'en' };
  return {
    revision: 1,
    ...languages,
    nodeTypes,
    assetTypes: new Map(),
    infoFields: new Map(),
    relationTypes: new Map(),
    downloadFormats: new Map(),
    groups: new Map(),
    users: new Map(),
    trees: buildNodeTrees(nodes, languages),
  };
}

const rule: fc.Arbitrary<AccessRule> = fc.record({
  group: fc.constantFrom(...GROUPS),
  view: fc.boolean(),
  download: fc.oneof(fc.constant('*' as const), fc.subarray(FORMATS)),
});

const nodes = fc
  .array(
    fc.record({
      parent: fc.nat(),
      type: fc.constantFrom(101, 101, 103),
      access: fc.option(fc.array(rule, { maxLength: 3 }), { nil: undefined, freq: 1 }),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((drawn) =>
    drawn.map(({ parent, type, access }, place): CatalogueNode => {
      const above = parent % (place + 1);
      return {
        id: place + 1,
        type,
        name: `n${place}`,
        position: 0,
        fields: new Map(),
        ...(above === place ? {} : { parent: above + 1 }),
        ...(access === undefined ? {} : { access }),
      };
    }),
  );

/** The rules of the specification, by walking up the tree for every question. */
function plainly(all: readonly CatalogueNode[], groups: readonly number[]) {
  const get = (id: number | undefined) => all.find((node) => node.id === id);
  const counts = (id: number) => nodeTypes.get(get(id)?.type ?? 0)?.isPermissionDefining ?? false;
  const deciding = (id: number): readonly AccessRule[] | undefined => {
    for (let node = get(id); node; node = get(node.parent)) if (node.access && counts(node.id)) return node.access;
    return undefined;
  };
  const own = (id: number) => deciding(id)?.filter(({ group }) => groups.includes(group));
  const view = (id: number) => own(id)?.some((each) => each.view) ?? true;
  const formats = (id: number) =>
    FORMATS.filter((format) => own(id)?.some(({ download }) => download === '*' || download.includes(format)) ?? true);
  return {
    isHidden: (id: number) => counts(id) && !view(id),
    canViewAsset: (ids: readonly number[]) => !ids.some(counts) || ids.some((id) => counts(id) && view(id)),
    formats: (ids: readonly number[]) =>
      ids.some(counts)
        ? FORMATS.filter((each) => ids.some((id) => counts(id) && view(id) && formats(id).includes(each)))
        : FORMATS,
  };
}

test('a viewer has exactly the rights of the rules', () => {
  forRuns(400, nodes, fc.subarray(GROUPS), fc.array(fc.nat(13), { maxLength: 4 }), (all, groups, places) => {
    const viewer = viewerFor(modelOf(all), { id: undefined, groups });
    const rules = plainly(all, groups);
    for (const { id } of all) assert.equal(viewer.canViewNode(id), !rules.isHidden(id), `node ${id}`);
    const hides = all.some(({ id }) => rules.isHidden(id));
    assert.equal(viewer.hidesNodes, hides);
    const assigned = [...new Set(places.map((place) => (place % all.length) + 1))];
    assert.equal(viewer.canViewAsset(assigned), rules.canViewAsset(assigned));
    const formats = viewer.downloadFormats(assigned);
    const granted = FORMATS.filter((each) => formats === '*' || formats.has(each));
    assert.deepEqual(granted, rules.formats(assigned));
  });
});

test('viewers with the same key see the same, in whatever order their groups come', () => {
  forAll(nodes, fc.shuffledSubarray(GROUPS), (all, groups) => {
    const model = modelOf(all);
    const one = viewerFor(model, { id: 1, groups });
    const other = viewerFor(model, { id: 2, groups: [...groups.toReversed(), ...groups] });
    assert.equal(one.key, other.key);
    for (const { id } of all) assert.equal(one.canViewNode(id), other.canViewNode(id));
  });
});

test('unknown nodes grant no rights', () => {
  const folder = { id: 1, type: 101, name: 'f', position: 0, fields: new Map(), access: [] };
  const viewer = viewerFor(modelOf([folder]), { id: 1, groups: GROUPS });
  assert.equal(viewer.canViewAsset([1]), false);
  assert.equal(viewer.canViewAsset([1, 99]), false);
  assert.deepEqual(viewer.downloadFormats([1, 99]), new Set());
  // It may be a restricted node of a newer commit, so it makes nothing public, not even for who sees everything now.
  for (const all of [[folder], []]) {
    const { canViewAsset, downloadFormats } = viewerFor(modelOf(all), { id: undefined, groups: [] });
    assert.equal(canViewAsset([99]), false);
    assert.deepEqual(downloadFormats([99]), new Set());
  }
  // An asset without permission-defining nodes is public.
  assert.deepEqual([viewer.canViewAsset([]), viewer.downloadFormats([])], [true, '*']);
});
