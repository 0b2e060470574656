import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tooDeep } from '../../../src/transfer/bundle/node-parents.ts';
import fc from '../../support/fast-check.ts';

test('exactly the nodes one level below the limit are named, in any order of the nodes', () => {
  const trees = fc.array(fc.nat(), { maxLength: 60 }).chain((draws) => {
    // Each node is below an earlier one, or is a root.
    const parents = new Map(draws.map((draw, i) => [i + 1, draw % (i + 1) === 0 ? undefined : draw % (i + 1)]));
    return fc.record({
      parents: fc.constant(parents),
      nodes: fc.shuffledSubarray([...parents.keys()], { minLength: parents.size }),
      most: fc.integer({ min: 1, max: 6 }),
    });
  });
  fc.assert(
    fc.property(trees, ({ parents, nodes, most }) => {
      const depthOf = (id: number): number => {
        const parent = parents.get(id);
        return parent === undefined ? 1 : depthOf(parent) + 1;
      };
      const found = tooDeep(nodes, (id) => parents.get(id), most);
      assert.deepEqual(
        [...found].sort((a, b) => a - b),
        [...parents.keys()].filter((id) => depthOf(id) === most + 1),
      );
    }),
  );
});

test('a path may be longer than the call stack', () => {
  const nodes = Array.from({ length: 200_000 }, (_, i) => i + 1);
  assert.deepEqual(
    tooDeep(nodes, (id) => (id === 1 ? undefined : id - 1), 1000),
    [1001],
  );
});
