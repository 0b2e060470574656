/** The paths to the nodes of an asset that is in many. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../core/test/support/until.ts';
import { startInterfaceServer } from './support/interface-server.ts';
import './support/client-from-source.ts';

const { connect } = await import('@asset-browsing-service/client');
const { NodePaths } = await import('../src/details/asset-places.ts');

/** A node that the caller may not see. */
const HIDDEN = 3;

const nodes = Array.from({ length: 60 }, (_, place) => place + 1);

test('paths arrive in steps, and what is left can be counted, also after a failure', async () => {
  let isBroken = false;
  await using server = await startInterfaceServer(({ tree = '', deep_link }) => {
    if (isBroken) throw 400;
    const ids = deep_link === undefined ? tree.split(',').map(Number) : [Number(deep_link)];
    const found = ids.filter((id) => id !== HIDDEN);
    return { data: found.map((id) => ({ id, type: 101, name: `Node ${id}`, children: [] })) };
  });
  let told = 0;
  const places = new NodePaths(connect(server.url), nodes, () => {
    told += 1;
  });
  assert.deepEqual([places.awaited, places.left], [8, 52]);
  await until(() => places.awaited === 0);
  assert.deepEqual([places.paths.length, places.left], [7, 52]);
  isBroken = true;
  await places.more();
  assert.ok(places.failure);
  assert.deepEqual([places.paths.length, places.left], [7, 52]);
  isBroken = false;
  const [first, second] = [places.more(), places.more()];
  assert.equal(places.failure, undefined);
  await Promise.all([first, second]);
  assert.deepEqual([places.paths.length, places.left], [31, 28]);
  await places.more();
  await places.more();
  await places.more();
  assert.deepEqual([places.paths.length, places.left], [59, 0]);
  const shown = places.paths.map((path) => path.at(-1)?.id);
  const visible = nodes.filter((id) => id !== HIDDEN);
  assert.deepEqual(shown, visible);
  // Before and after each step.
  assert.equal(told, 10);
});
