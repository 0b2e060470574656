import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Node } from '@asset-browsing-service/client';
import fc, { forAll } from '../../core/test/support/fast-check.ts';
import { FEW_VALUES, type ValueChoice, type ValueCounts, valueRows } from '../src/facets/value-rows.ts';
import { type Branch, grow } from '../src/tree/branches.ts';

interface Value {
  readonly name: string;
  readonly own: number;
  readonly isChosen: boolean;
  readonly isOpen: boolean;
  readonly parts: readonly Value[];
}

const value = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.record({
    name: fc.constantFrom('Oak', 'oak leaf', 'Elm', 'Ash'),
    own: fc.nat(3),
    isChosen: fc.boolean(),
    isOpen: fc.boolean(),
    parts: fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie('value'), { maxLength: 9 })),
  }),
})).value;
const values = fc.array(value, { minLength: 1, maxLength: 12 });

/** Branches of values with facts about them. The assets of a value are also assets of the values above it. */
function grown(shapes: readonly Value[]): {
  readonly roots: readonly Branch[];
  readonly facts: ValueCounts & ValueChoice;
} {
  const counts = new Map<number, number>();
  const shapeOf = new Map<number, Value>();
  let next = 1;
  const nodesOf = (some: readonly Value[]): readonly Node[] =>
    some.map((shape) => {
      const id = next++;
      const children = nodesOf(shape.parts);
      const below = children.reduce((sum, child) => sum + (counts.get(child.id) ?? 0), 0);
      counts.set(id, shape.own + below);
      shapeOf.set(id, shape);
      return { id, type: 103, name: shape.name, children };
    });
  const roots = grow(nodesOf(shapes), undefined, 100);
  const open = (branches: readonly Branch[]): void => {
    for (const branch of branches) {
      branch.isOpen = shapeOf.get(branch.node.id)?.isOpen ?? false;
      open(branch.children ?? []);
    }
  };
  open(roots);
  const countOf = ({ node }: Branch) => counts.get(node.id);
  const facts = {
    countOf,
    rankOf: (branch: Branch) => countOf(branch) ?? 0,
    isChosen: ({ node }: Branch) => shapeOf.get(node.id)?.isChosen ?? false,
    isCounting: () => false,
    limitOf: () => FEW_VALUES,
  };
  return { roots, facts };
}

test('a tree shows the values with the most assets below their parents, and always those that are chosen', () => {
  forAll(values, (shapes) => {
    const { roots, facts } = grown(shapes);
    const rows = valueRows(roots, facts, facts);
    const shown = new Map<Branch | undefined, Branch[]>([[undefined, []]]);
    for (const row of rows) {
      if (row.shows !== 'value') continue;
      const { branch } = row;
      assert.equal(row.level, branch.level);
      assert.ok(row.count !== 0 || row.isChosen, 'a value without assets');
      // A value comes after its parent, which is open.
      assert.ok(shown.has(branch.parent), 'a value before its parent');
      assert.ok(branch.parent === undefined || branch.parent.isOpen);
      shown.get(branch.parent)?.push(branch);
      shown.set(branch, []);
    }
    for (const [parent, present] of shown) {
      if (parent && !parent.isOpen) continue;
      const all = (parent ? parent.children : roots) ?? [];
      const leaving = all.filter((branch) => facts.countOf(branch) !== 0);
      const hidden = all.filter((branch) => !present.includes(branch));
      assert.ok(hidden.every((branch) => !facts.isChosen(branch)));
      const unchosen = present.filter((branch) => !facts.isChosen(branch));
      // A button never stands for a single value.
      assert.ok(unchosen.length <= FEW_VALUES + 1);
      const least = Math.min(...unchosen.map(facts.rankOf));
      for (const branch of hidden) assert.ok(facts.rankOf(branch) <= least || unchosen.length === 0);
      const more = rows.find((row) => row.shows === 'more' && row.of === (parent?.key ?? ''));
      const left = leaving.filter((branch) => !present.includes(branch)).length;
      assert.equal(more?.shows === 'more' ? more.hidden : 0, left);
      assert.notEqual(left, 1);
    }
  });
});
