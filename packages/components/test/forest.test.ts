import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Client, type Node, ServiceError } from '../../client/src/index.ts';
import { until } from '../../service/test/support/until.ts';
import './support/client-from-source.ts';

const { openForest } = await import('../src/tree/forest.ts');

const COUNT = 5;
const node = (id: number, children: readonly Node[] = []): Node => ({ id, type: 101, name: `${id}`, children });

/** A client with roots that each have a child, which refuses more than one level with this error. */
function openRefusing(failure: unknown) {
  const asked: Readonly<Record<string, unknown>>[] = [];
  const tree = async (query: { readonly tree: number; readonly depth: number }) => {
    asked.push(query);
    await Promise.resolve();
    if (query.depth > 2) throw failure;
    if (query.tree !== -1) return [node(query.tree * 100)];
    return Array.from({ length: COUNT }, (_, index) => node(index + 1, [node((index + 1) * 100)]));
  };
  const forest = openForest({ client: { node: { tree } } as unknown as Client, top: 101, changed: () => {} });
  return { asked, forest };
}

for (const [status, code] of [
  [429, 'limited'],
  [503, 'overloaded'],
  [0, 'connection_failed'],
] as const)
  test(`siblings that cannot be opened at once because of ${code} are not asked for one by one`, async () => {
    const { asked, forest } = openRefusing(new ServiceError(code, 'refused', { status }));
    await forest.load();
    const [first] = forest.roots ?? [];
    assert.ok(first);
    first.children = undefined;
    forest.openSiblings(first);
    await until(() => first.state === 'failed');
    assert.equal(asked.length, 2);
  });

test('siblings that are too many for one answer are asked for one by one', async () => {
  const { asked, forest } = openRefusing(new ServiceError('parameter_invalid', 'too large', { status: 400 }));
  await forest.load();
  const [first] = forest.roots ?? [];
  assert.ok(first);
  forest.openSiblings(first);
  await until(() => asked.length === 2 + COUNT);
  assert.equal(first.state === 'failed', false);
});

test('roots that never come can be asked for anew', async () => {
  let count = 0;
  const tree = (_query: object, { signal }: { readonly signal: AbortSignal }) => {
    count += 1;
    return count > 1
      ? Promise.resolve([node(1)])
      : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const forest = openForest({ client: { node: { tree } } as unknown as Client, top: 101, changed: () => {} });
  void forest.load();
  void forest.load();
  assert.equal(count, 1);
  await forest.reload();
  assert.deepEqual([count, forest.roots?.length, forest.failure], [2, 1, undefined]);
});
