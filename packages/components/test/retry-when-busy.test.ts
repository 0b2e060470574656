import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../client/src/errors.ts';
import { until } from '../../core/test/support/until.ts';
import './support/client-from-source.ts';

const { retryWhenBusy } = await import('../src/catalogue/retry-when-busy.ts');

const refused = (status: number, retryAfter?: number) => new ServiceError('overloaded', 'busy', { status, retryAfter });

test('what a busy service refused is tried again once, and what failed otherwise is not', async () => {
  let tries = 0;
  const busy = retryWhenBusy(() => {
    tries += 1;
  });
  for (const error of [refused(500), refused(0), new Error('other'), undefined]) busy.failed(error);
  // Two refusals before the first wait ends lead to one try.
  busy.failed(refused(429, 0));
  busy.failed(refused(503, 0));
  await until(() => tries > 0);
  assert.equal(tries, 1);
});

test('nothing is tried again after the end, after another error, or before the service asks to', async () => {
  const tried: string[] = [];
  const open = (name: string) => retryWhenBusy(() => tried.push(name));
  const [ended, other, later, last] = [open('ended'), open('other'), open('later'), open('last')];
  ended.failed(refused(503, 0));
  ended.stop();
  other.failed(refused(503, 0));
  other.failed(new Error('other'));
  // Timers of browsers and Node end at once if they are longer than 24 days.
  later.failed(refused(503, 1e9));
  last.failed(refused(503, 0));
  await until(() => tried.length > 0);
  assert.deepEqual(tried, ['last']);
  later.stop();
});
