import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { until } from '../../../../core/test/support/until.ts';
import { CannotMake } from '../../../../media/src/derived/cannot-make.ts';
import { NotMade, openDerivedFiles } from '../../../../media/src/derived/derived-files.ts';
import { openRedis } from '../../../src/coordination/redis/redis-connection.ts';
import { openRedisFlight } from '../../../src/coordination/redis/redis-flight.ts';
import { NO_REDIS, startRedis } from '../../support/servers/redis.ts';

const fails = (error: unknown) => assert.ifError(error);
const WAITER = { signal: new AbortController().signal };

test('nodes that share derived files make each once, and each finds out failures', { skip: NO_REDIS }, async () => {
  await using server = await startRedis();
  using stack = new DisposableStack();
  const stored = new Map<string, string>();
  const made: string[] = [];
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const name = randomUUID();
  const nodes = await Promise.all(
    ['one', 'other'].map(async (node) => {
      const redis = stack.use(openRedis(server, { report: fails, waitMilliseconds: 60_000 }));
      await until(() => redis.state().isReachable);
      const files = openDerivedFiles<string>({
        failureSeconds: 60,
        reportWorkerFailure: fails,
        reportFull: fails,
        flight: openRedisFlight(redis, name, { waitSeconds: 3600 }),
        now: () => 0,
      });
      const order = (key: string) => ({
        key,
        find: async () => stored.get(key),
        make: async () => {
          made.push(`${key} by ${node}`);
          if (key === 'broken') throw new CannotMake('corrupt', 'not a picture');
          await finished;
          stored.set(key, node);
          return node;
        },
      });
      return { get: (key: string) => files.get(order(key), WAITER) };
    }),
  );
  const pictures = nodes.flatMap((node) => [node.get('picture'), node.get('picture')]);
  await until(() => made.length === 1);
  finish();
  assert.deepEqual([new Set(await Promise.all(pictures)).size, made.length], [1, 1]);
  const broken = await Promise.all(nodes.map((node) => node.get('broken')));
  for (const result of broken) assert.ok(result instanceof NotMade && result.reason === 'corrupt');
  assert.deepEqual(made.slice(1).toSorted(), ['broken by one', 'broken by other']);
});
