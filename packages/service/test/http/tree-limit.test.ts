/** Trees of a catalogue with 20,000 nodes below one root, 999 of them a chain. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { MAX_NODE_DEPTH } from '../../../core/src/domain/node-trees.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { startApp } from '../support/app.ts';

const NODES = 20_000;

const bundle = makeBundle(NODES);
const app = await startApp({}, bundle);
after(() => app[Symbol.asyncDispose]());

/** Returns the folder of a bundle with this many nodes; all but the chain are spread over its first 100 nodes. */
function makeBundle(nodes: number): string {
  const bundle = newFolder();
  writeFileSync(
    join(bundle, 'catalogue.json'),
    JSON.stringify({
      languages: ['en'],
      default_language: 'en',
      node_types: [{ id: 101, key: 'folder', name: 'Folders', permission: 'permission_defining' }],
    }),
  );
  const parentOf = (id: number) => (id === 1 ? null : id <= MAX_NODE_DEPTH ? id - 1 : 1 + (id % 100));
  writeFileSync(
    join(bundle, 'nodes.jsonl'),
    Array.from({ length: nodes }, (_, i) =>
      JSON.stringify({ id: i + 1, type: 101, parent: parentOf(i + 1), name: `n${i + 1}` }),
    ).join('\n'),
  );
  return bundle;
}

const ask = async (query: string) => await fetch(`${app.url}/node.do?${query}`);
const idsIn = (text: string) => text.match(/"id":/g)?.length;

async function assertRefused(query: string, message: RegExp): Promise<void> {
  const answer = await ask(query);
  assert.equal(answer.status, 400);
  assert.match(((await answer.json()) as { message: string }).message, message);
}

test('a tree of 20,000 nodes and a thousand levels is answered whole', async () => {
  const answer = await ask('tree=-1&kind=101');
  assert.equal(answer.status, 200);
  assert.equal(idsIn(await answer.text()), NODES);
  assert.equal((await ask(`tree=1&depth=1&deep_link=${MAX_NODE_DEPTH}&with_root=true`)).status, 200);
});

test('IDs in one chain are refused when too many nodes would repeat', async () => {
  const chain = Array.from({ length: 800 }, (_, i) => 200 + i);
  await assertRefused(`tree=${chain.join()}`, /^tree: at least 1\d{4} nodes lie below several of the IDs/);
  const few = chain.slice(-50);
  const answer = await ask(`tree=${few.join()}&with_root=true`);
  assert.equal(answer.status, 200);
  const count = few.reduce((sum, id) => sum + MAX_NODE_DEPTH - id + 1, 0);
  assert.equal(idsIn(await answer.text()), count);
});

test('repeated nodes are bounded by the setting, and so is the whole tree', async () => {
  const few = makeBundle(2500);
  await using small = await startApp({ ABS_MAX_TREE_NODES: '2000' }, few);
  const statusOf = async (query: string) => (await fetch(`${small.url}/node.do?${query}`)).status;
  assert.equal(await statusOf('tree=-1&kind=101'), 400);
  assert.equal(await statusOf('tree=500'), 200);
  assert.equal(await statusOf('tree=500,801'), 200);
  assert.equal(await statusOf('tree=500,799'), 400);
  assert.equal(await statusOf('tree=1,2&depth=1'), 200);
});
