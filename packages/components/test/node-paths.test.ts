import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Node } from '@asset-browsing-service/client';
import { findPath } from '../src/catalogue/find-path.ts';
import { namesOf, nodeAt } from '../src/details/node-paths.ts';
import { webAddress } from '../src/download/web-address.ts';
import { waitText } from '../src/texts/wait-text.ts';

function node(id: number, name: string, ...children: readonly Node[]): Node {
  return { id, name, type: 103, children };
}

const LAKE = node(3, 'Lake');
const TREES = [node(1, 'Empty'), node(2, 'Nature', node(4, 'Woods'), node(5, 'Water', LAKE))];

test('a path leads from the root to the node', () => {
  const path = findPath(TREES, 3) ?? [];
  const ids = path.map(({ id }) => id);
  assert.deepEqual(ids, [2, 5, 3]);
  assert.equal(findPath(TREES, 9), undefined);
  const names = namesOf('Nature / Water / Lake');
  const clicked = names.map((_, index) => nodeAt(path, names, index)?.id);
  assert.deepEqual(clicked, [2, 5, 3]);
});

test('if names contain the separator, a name means the node of the same name, or else the last node', () => {
  const path = findPath([node(1, 'Town / Country', node(2, 'Lake'))], 2) ?? [];
  const names = namesOf('Town / Country / Lake');
  assert.equal(nodeAt(path, names, 2)?.id, 2);
  assert.equal(nodeAt(path, names, 0)?.id, 2);
});

test('a waiting time is written in seconds, or in minutes if it is long', () => {
  assert.equal(waitText(1, 'en'), '1 second');
  assert.equal(waitText(90, 'de'), '90 Sekunden');
  assert.equal(waitText(91, 'en'), '2 minutes');
});

test('only web addresses become links', () => {
  assert.equal(webAddress('https://b.example/x'), 'https://b.example/x');
  for (const address of ['javascript:alert(1)', 'data:text/html,x', 'https://'])
    assert.equal(webAddress(address), undefined, address);
});
