import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Client, type Node, ServiceError } from '../../client/src/index.ts';
import { until } from '../../core/test/support/until.ts';
import './support/client-from-source.ts';

const { Forest } = await import('../src/tree/forest.ts');

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
  const forest = new Forest({ client: { node: { tree } } as unknown as Client, top: 101, changed: () => {} });
  return { asked, forest };
}

for (const [status, code] of [
  [429, 'limited'],
  [503, 'overloaded'],
  [0, 'connection_failed'],
] as const)
  test(`siblings that cannot be opened at once because of ${code} are not requested one by one`, async () => {
    const { asked, forest } = openRefusing(new ServiceError(code, 'refused', { status }));
    await forest.load();
    const [first] = forest.roots ?? [];
    assert.ok(first);
    first.children = undefined;
    forest.openSiblings(first);
    await until(() => first.state === 'failed');
    assert.equal(asked.length, 2);
  });

test('siblings that are too many for one answer are requested one by one', async () => {
  const { asked, forest } = openRefusing(new ServiceError('parameter_invalid', 'too large', { status: 400 }));
  await forest.load();
  const [first] = forest.roots ?? [];
  assert.ok(first);
  forest.openSiblings(first);
  await until(() => asked.length === 2 + COUNT);
  assert.equal(first.state === 'failed', false);
});

/** A client whose answers a test gives: `answer` those to a query, in the order of the requests. */
function openAnswered() {
  const asked: {
    readonly query: Record<string, unknown>;
    answer(nodes: readonly Node[]): void;
    fail(error: Error): void;
  }[] = [];
  const tree = (query: Record<string, unknown>, { signal }: { readonly signal: AbortSignal }) =>
    new Promise<readonly Node[]>((answer, fail) => {
      asked.push({ query, answer, fail });
      signal.addEventListener('abort', () => fail(signal.reason));
    });
  const forest = new Forest({ client: { node: { tree } } as unknown as Client, top: 101, changed: () => {} });
  return { asked, forest };
}

test('a branch is no longer loading when its request was replaced by the one that opens all its children', async () => {
  const { asked, forest } = openAnswered();
  const loaded = forest.load();
  asked[0]?.answer([node(1, [node(10), node(11)])]);
  await loaded;
  const [root] = forest.roots ?? [];
  const [child] = root?.children ?? [];
  assert.ok(root && child);
  forest.open(root);
  assert.equal(root.state, 'loading');
  forest.openSiblings(child);
  await until(() => asked.length === 3);
  asked[2]?.answer([node(10, [node(100)]), node(11)]);
  await until(() => child.children?.length === 1);
  assert.deepEqual([root.state, root.isOpen, child.isOpen], ['rest', true, true]);
});

test('nodes that are revealed at the same time are all found, and a request that fails rejects', async () => {
  const { asked, forest } = openAnswered();
  const loaded = forest.load();
  asked[0]?.answer([node(1, [node(10)]), node(2, [node(20)])]);
  await loaded;
  const revealed = Promise.all([forest.reveal(100), forest.reveal(200)]);
  const linked = async (id: number) => {
    const found = () => asked.find(({ query }) => query['deep_link'] === id);
    await until(() => found() !== undefined);
    return found();
  };
  (await linked(100))?.answer([node(1, [node(10, [node(100)])]), node(2, [node(20)])]);
  (await linked(200))?.answer([node(1, [node(10)]), node(2, [node(20, [node(200)])])]);
  const keys = (await revealed).map((branch) => branch?.key);
  assert.deepEqual(keys, ['1-10-100', '2-20-200']);

  const failure = new Error('down');
  const failed = forest.reveal(300);
  (await linked(300))?.fail(failure);
  await assert.rejects(failed, failure);
});

test('roots that are requested again after a failure still contain the path to the node to reveal', async () => {
  const { asked, forest } = openAnswered();
  const failed = forest.reveal(100);
  await until(() => asked.length === 1);
  asked[0]?.fail(new Error('down'));
  await assert.rejects(failed);
  const again = forest.reload();
  assert.equal(asked[1]?.query['deep_link'], 100);
  asked[1]?.answer([node(1, [node(10, [node(100)])])]);
  await again;
  assert.equal((await forest.reveal(100))?.key, '1-10-100');
});
