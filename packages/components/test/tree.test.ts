import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Node } from '@asset-browsing-service/client';
import fc, { forAll } from '../../core/test/support/fast-check.ts';
import type { AssetQuery } from '../src/assets/asset-query.ts';
import type { Catalogue } from '../src/catalogue/catalogue.ts';
import { type Branch, branchPath, findBranch, grow, rowsOf } from '../src/tree/branches.ts';
import { LimitedCounts } from '../src/tree/limited-counts.ts';
import { RowWindow } from '../src/tree/row-window.ts';
import { TypeAhead, treeActionOf } from '../src/tree/tree-keys.ts';

/** Trees of random shape; IDs are given from top to bottom. */
const forests = fc.letrec<{ tree: Shape }>((tie) => ({
  tree: fc.record({
    name: fc.string({ maxLength: 8, unit: 'grapheme' }),
    isOpen: fc.boolean(),
    children: fc.oneof({ maxDepth: 5 }, fc.constant([]), fc.array(tie('tree'), { maxLength: 4 })),
  }),
})).tree;
const lists = fc.array(forests, { minLength: 1, maxLength: 5 });

interface Shape {
  readonly name: string;
  readonly isOpen: boolean;
  readonly children: readonly Shape[];
}

function nodesOf(shapes: readonly Shape[], next = { id: 1 }): readonly Node[] {
  return shapes.map(({ name, children }) => {
    const id = next.id++;
    return { id, type: 101, name, children: nodesOf(children, next) };
  });
}

function grown(shapes: readonly Shape[]): readonly Branch[] {
  const branches = grow(nodesOf(shapes), undefined, 100);
  const open = (some: readonly Branch[], as: readonly Shape[]): void =>
    some.forEach((branch, place) => {
      branch.isOpen = as[place]?.isOpen === true && as[place].children.length > 0;
      open(branch.children ?? [], as[place]?.children ?? []);
    });
  open(branches, shapes);
  return branches;
}

test('the rows are the branches whose ancestors are all open, parents before children, each with its position among its siblings', () => {
  forAll(lists, fc.boolean(), (shapes, hasAll) => {
    const roots = grown(shapes);
    const rows = rowsOf(roots, hasAll);
    const expected: string[] = hasAll ? ['all'] : [];
    const visit = (branches: readonly Branch[]): void => {
      for (const branch of branches) {
        expected.push(branch.key);
        if (branch.isOpen) visit(branch.children ?? []);
      }
    };
    visit(roots);
    const keys = rows.map(({ key }) => key);
    assert.deepEqual(keys, expected);
    for (const { branch, position, siblings } of rows) {
      if (!branch?.parent) continue;
      assert.equal(branch.parent.children?.[position - 1], branch);
      assert.equal(siblings, branch.parent.children?.length);
    }
  });
});

test('in a page written from right to left, the arrow keys open and close the other way round', () => {
  const rows = rowsOf(grown([leafy('a', [leafy('b')])]), false);
  const place = { rows, active: 0, isRightToLeft: true };
  assert.deepEqual(treeActionOf({ key: 'ArrowLeft' } as KeyboardEvent, place), { does: 'open' });
  assert.equal(treeActionOf({ key: 'ArrowRight' } as KeyboardEvent, place), undefined);
});

test('a branch that is loaded again stays the same and open, and keeps its known branches', () => {
  const [old] = grow(nodesOf([leafy('a', [leafy('b', [leafy('c')])])]), undefined, 100);
  assert.ok(old);
  old.isOpen = true;
  const again = grow([{ id: 1, type: 101, name: 'renamed', children: [] }], undefined, 0, [old]);
  assert.equal(again[0], old);
  assert.deepEqual([old.node.name, findBranch(again, 3)?.node.name], ['renamed', 'c']);
  const path = branchPath(findBranch(again, 3) as Branch).map(({ node }) => node.id);
  assert.deepEqual(path, [1, 2, 3]);
});

test('the counts that come with the nodes are those of limits that all assets of the tree meet, and of no others', () => {
  const [branch] = grow([{ id: 5, type: 101, name: 'a', assets: 9, children: [] }], undefined, 1);
  assert.ok(branch);
  const catalogue = {} as Catalogue;
  const countOf = (limits: AssetQuery, roots: readonly number[]) =>
    new LimitedCounts(catalogue, limits, roots, () => {}).countOf(branch);
  assert.deepEqual([countOf({}, []), countOf({ node: 5, isDeep: true }, [5])], [9, 9]);
  for (const [limits, roots] of [
    [{ node: 5 }, []],
    [{ node: 5 }, [5, 6]],
    [{ text: 'a' }, [5]],
  ] as const)
    assert.equal(countOf(limits, roots), undefined);
});

function leafy(name: string, children: readonly Shape[] = []): Shape {
  return { name, isOpen: false, children };
}

test('typed letters find the next name that begins with them, whatever their case and accents', () => {
  const rows = rowsOf(grown(['Ardenau', 'Âge', 'Berg', 'Bergsee', 'Bach'].map((name) => leafy(name))), false);
  const typing = new TypeAhead();
  assert.equal(typing.type('a', 0, { rows, active: 0 }), 1);
  assert.equal(typing.type('a', 100, { rows, active: 1 }), 0);
  assert.equal(typing.type('b', 5000, { rows, active: 0 }), 2);
  assert.equal(typing.type('e', 5100, { rows, active: 2 }), 2);
  assert.equal(typing.type('r', 5200, { rows, active: 2 }), 2);
  assert.equal(typing.type('x', 5300, { rows, active: 2 }), undefined);
});

test('a window lists exactly the rows that touch the screen, and all heights add up', () => {
  const heights = fc.array(fc.integer({ min: 20, max: 120 }), { minLength: 1, maxLength: 300 });
  forAll(heights, fc.nat(30_000), fc.integer({ min: 1, max: 900 }), (all, top, screen) => {
    const window = new RowWindow(36);
    window.resize(all.map((_, place) => String(place)));
    for (const [place, height] of all.entries()) window.measured(String(place), height);
    const { first, end, before, after } = window.between(top, top + screen);
    const total = all.reduce((sum, height) => sum + height, 0);
    const inside = all.slice(first, end).reduce((sum, height) => sum + height, 0);
    assert.equal(before + inside + after, total);
    assert.equal(window.offsetOf(first), before);
    if (top >= total) return;
    assert.ok(before <= top && top < before + (all[first] ?? 0));
    assert.ok(end === all.length || before + inside > top + screen);
  });
});
