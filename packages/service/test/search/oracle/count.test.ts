import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CatalogueNode } from '../../../src/domain/model.ts';
import { buildNodeTrees } from '../../../src/domain/node-trees.ts';
import { countDistinct } from './count.ts';
import { preOrderOf } from './pre-order.ts';

const LANGUAGES = { languages: ['en'], defaultLanguage: 'en' };

/** Parents refer to earlier nodes (or to none, or to a missing one), so there is no cycle; IDs are shuffled. */
const cases = fc
  .record({
    parents: fc.array(fc.nat(), { minLength: 1, maxLength: 40 }),
    ids: fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { minLength: 40, maxLength: 40 }),
    links: fc.array(fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 39 })), { maxLength: 120 }),
    hidden: fc.uniqueArray(fc.nat({ max: 12 })),
  })
  .map(({ parents, ids, links, hidden }) => {
    const nodes = parents.map((parent, index): CatalogueNode => {
      const above = parent % (index + 1) === index ? undefined : ids[parent % (index + 1)];
      const base = { id: ids[index] ?? 0, type: 1, name: `n${index}`, position: 0, fields: new Map() };
      return above === undefined ? base : { ...base, parent: parent % 7 === 0 ? 5_000 : above };
    });
    return {
      trees: buildNodeTrees(nodes, LANGUAGES),
      links: links.map(([asset, node]) => ({ asset, node: ids[node % nodes.length] ?? 0 })),
      hidden: new Set(hidden),
    };
  });

test('counts equal those of a set of assets per node or sub-tree', () => {
  fc.assert(
    fc.property(cases, fc.boolean(), ({ trees, links, hidden }, recursive) => {
      const order = preOrderOf(trees);
      const counts = countDistinct(
        order,
        order.ids.map((id, place) => ({
          place,
          assets: links.filter((l) => l.node === id).map((l) => l.asset),
        })),
        { recursive, hidden },
      );
      order.ids.forEach((id, place) => {
        const within = (node: number) => (recursive ? trees.isWithin(node, id) : node === id);
        const expected = new Set(links.filter((l) => within(l.node) && !hidden.has(l.asset)).map((l) => l.asset));
        assert.equal(counts[place], expected.size);
      });
    }),
    { numRuns: 300 },
  );
});

test('the pre-order holds each node once, and each sub-tree contiguously', () => {
  fc.assert(
    fc.property(cases, ({ trees }) => {
      const { ids, parent, end } = preOrderOf(trees);
      assert.deepEqual(new Set(ids), new Set([...trees.nodes()].map((node) => node.id)));
      assert.equal(ids.length, trees.size);
      ids.forEach((id, place) => {
        assert.deepEqual(ids.slice(place, end[place]), trees.subtree(id));
        const above = ids[parent[place] ?? -1];
        assert.equal(above, trees.path(id).at(-2)?.id);
      });
    }),
  );
});

test('a chain of a hundred thousand nodes is counted', () => {
  const length = 100_000;
  const nodes = Array.from({ length }, (_, index): CatalogueNode => {
    const node = { id: index + 1, type: 1, name: 'n', position: 0, fields: new Map() };
    return index === 0 ? node : { ...node, parent: index };
  });
  const order = preOrderOf(buildNodeTrees(nodes, LANGUAGES));
  const counts = countDistinct(
    order,
    order.ids.map((_, place) => ({ place, assets: [7] })),
    { recursive: true, hidden: new Set() },
  );
  assert.ok(counts.every((count) => count === 1));
});
