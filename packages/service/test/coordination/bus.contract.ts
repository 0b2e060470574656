import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import type { Bus } from '../../src/coordination/bus.ts';

/** What every bus promises. `open` opens several handles of the same new bus. */
export function busContract(name: string, open: (handles: number) => Promise<readonly Bus[]>): void {
  /** Opens handles, each with a list of the messages that it receives. */
  async function start(topics: readonly string[]) {
    const handles = await open(3);
    const received = handles.map((bus) => {
      const messages: unknown[] = [];
      for (const topic of topics) bus.subscribe(topic, (message) => messages.push([topic, message]));
      return messages;
    });
    return {
      handles,
      received,
      [Symbol.dispose]: () => {
        for (const bus of handles) bus[Symbol.dispose]();
      },
    };
  }

  describe(name, () => {
    test('a message reaches all other handles, in order, and not its publisher', async () => {
      using world = await start(['news']);
      const [first] = world.handles;
      first?.publish('news', { number: 1 });
      first?.publish('news', 'two');
      const expected = [
        ['news', { number: 1 }],
        ['news', 'two'],
      ];
      await until(() => world.received.slice(1).every(({ length }) => length === 2));
      assert.deepEqual(world.received, [[], expected, expected]);
    });

    test('a topic reaches only its subscribers, and all of them', async () => {
      using world = await start(['end']);
      const [first, second, third] = world.handles;
      const news: string[] = [];
      for (const listener of ['a', 'b']) second?.subscribe('news', (message) => news.push(`${listener} ${message}`));
      first?.publish('news', 1);
      first?.publish('end', 2);
      await until(() => world.received.slice(1).every(({ length }) => length === 1));
      assert.deepEqual(news, ['a 1', 'b 1']);
      assert.deepEqual(world.received[2], [['end', 2]]);
      assert.ok(third);
    });

    test('a closed handle receives nothing, and the others continue', async () => {
      using world = await start(['news']);
      const [first, second] = world.handles;
      second?.[Symbol.dispose]();
      first?.publish('news', 1);
      await until(() => world.received[2]?.length === 1);
      assert.deepEqual(world.received[1], []);
    });
  });
}
