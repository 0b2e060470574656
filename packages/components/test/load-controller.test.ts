import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../client/src/errors.ts';
import { until } from '../../core/test/support/until.ts';
import './support/client-from-source.ts';

const { LoadController } = await import('../src/catalogue/load-controller.ts');

function open() {
  const states: string[] = [];
  const controller = new LoadController({
    requestUpdate: () => states.push(controller.request ? 'loading' : String(controller.failure ?? 'idle')),
  });
  return { controller, states };
}

test('the next load ends the one before, whose result and failure are dropped', async () => {
  const { controller, states } = open();
  const results: number[] = [];
  const first = Promise.withResolvers<number>();
  const second = Promise.withResolvers<number>();
  const signals: AbortSignal[] = [];
  const runs = [first, second, Promise.withResolvers<number>()].map(({ promise }, index) => {
    const run = controller.run(
      (signal) => {
        signals.push(signal);
        return index < 2 ? promise : Promise.resolve(3);
      },
      (result) => results.push(result),
    );
    assert.equal(controller.request, signals[index]);
    return run;
  });
  first.resolve(1);
  second.reject(new Error('late'));
  await Promise.all(runs);
  assert.deepEqual([results, signals.map(({ aborted }) => aborted)], [[3], [true, true, false]]);
  assert.deepEqual(states, ['loading', 'loading', 'loading', 'idle']);
});

test('a failure stays until the next load, and a busy service is asked again until the host leaves', async () => {
  const { controller, states } = open();
  const answers = [new Error('other'), new ServiceError('overloaded', 'busy', { status: 503, retryAfter: 0 })];
  const load = async () => {
    const answer = answers.shift();
    if (answer) throw answer;
  };
  await controller.run(load);
  assert.match(String(controller.failure), /other/);
  await controller.retry();
  await until(() => states.at(-1) === 'idle');
  assert.deepEqual([controller.failure, states.length], [undefined, 6]);
  answers.push(new ServiceError('overloaded', 'busy', { status: 429, retryAfter: 0 }));
  await controller.run(load);
  controller.hostDisconnected();
  assert.equal(controller.failure, undefined);
  await controller.retry();
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(states.length, 8, 'nothing is loaded any more');
});
