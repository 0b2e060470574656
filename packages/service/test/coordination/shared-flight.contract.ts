import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SharedFlight } from '../../../core/src/concurrency/shared-flight.ts';
import { until } from '../../../core/test/support/until.ts';

/** What every flight promises. `open` opens the handles of several nodes, as long as the server can be reached. */
export function sharedFlightContract(name: string, open: (nodes: number) => readonly SharedFlight[]): void {
  /** Nodes with one store, in which each thing is made until `finish` is called. */
  function start() {
    const [first, ...others] = open(3);
    assert.ok(first);
    const stored = new Map<string, string>();
    const made: string[] = [];
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const work = (key: string, by: string) => ({
      find: async () => stored.get(key),
      make: async () => {
        made.push(key);
        await finished;
        stored.set(key, by);
        return by;
      },
    });
    return { first, others, all: [first, ...others], stored, made, finish, work };
  }
  const waiter = () => ({ signal: new AbortController().signal });

  describe(name, () => {
    test('several nodes that need a thing at the same time make it once, and all get it', async () => {
      const { all, made, finish, work } = start();
      const making = all.map((node, place) => node.run('thing', work('thing', `node ${place}`), waiter()));
      await until(() => made.length > 0);
      finish();
      assert.equal(new Set(await Promise.all(making)).size, 1);
      assert.deepEqual(made, ['thing']);
    });

    test('the error of making reaches its node, and another node tries for itself', async () => {
      const { first, others, finish, work } = start();
      finish();
      const failing = { find: async () => undefined, make: () => Promise.reject(new Error('broken file')) };
      await assert.rejects(first.run('thing', failing, waiter()), /broken file/);
      assert.equal(await others[0]?.run('thing', work('thing', 'other'), waiter()), 'other');
    });

    test('of nodes that find nothing at the same time one makes it, and the others find that', async () => {
      const { first, others, stored, made, finish, work } = start();
      finish();
      await first.run('thing', work('thing', 'first'), waiter());
      stored.delete('thing');
      const { promise: together, resolve: goOn } = Promise.withResolvers<void>();
      let looks = 0;
      const lookTogether = async () => {
        const found = stored.get('thing');
        looks += 1;
        if (looks === others.length) goOn();
        await together;
        return found;
      };
      const making = others.map((node, place) =>
        node.run('thing', { ...work('thing', `node ${place}`), find: lookTogether }, waiter()),
      );
      assert.equal(new Set(await Promise.all(making)).size, 1);
      assert.deepEqual(made, ['thing', 'thing']);
    });

    test('a node that looked before another made the thing anew looks again', async () => {
      const { first, others, stored, made, finish, work } = start();
      const [second, third] = others;
      finish();
      await first.run('thing', work('thing', 'first'), waiter());
      stored.delete('thing');
      const { promise: late, resolve: goOn } = Promise.withResolvers<void>();
      let looks = 0;
      const lookLate = async () => {
        const found = stored.get('thing');
        looks += 1;
        if (looks === 1) await late;
        return found;
      };
      const last = third?.run('thing', { ...work('thing', 'third'), find: lookLate }, waiter());
      await until(() => looks === 1);
      assert.equal(await second?.run('thing', work('thing', 'second'), waiter()), 'second');
      goOn();
      assert.equal(await last, 'second');
      assert.deepEqual(made, ['thing', 'thing']);
    });

    test('who waits for another node can leave, and is refused as by a full queue if it may wait no longer', async () => {
      const { first, others, made, finish, work } = start();
      const making = first.run('thing', work('thing', 'first'), waiter());
      await until(() => made.length === 1);
      const caller = new AbortController();
      const reason = new Error('the caller has left');
      const waiting = others[0]?.run('thing', work('thing', 'other'), { signal: caller.signal });
      caller.abort(reason);
      await assert.rejects(waiting ?? Promise.resolve(), reason);
      const hurried = { ...waiter(), budget: { seconds: 0.01 } };
      await assert.rejects(others[0]?.run('thing', work('thing', 'other'), hurried) ?? Promise.resolve(), {
        name: 'SlowQueueFull',
      });
      finish();
      assert.equal(await making, 'first');
    });
  });
}
