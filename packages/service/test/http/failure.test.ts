import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { until } from '../../../core/test/support/until.ts';
import { CatalogueUnreachable, OutcomeUnknown } from '../../src/catalogue/catalogue-errors.ts';
import { openFailures } from '../../src/http/failure.ts';
import { errorAnswer } from '../../src/http/reply.ts';

const REQUEST = { id: '7', signal: new AbortController().signal };

/** Failures with a log and a clock that the test reads and sets. */
function openLogged() {
  const lines: { readonly msg: string; readonly alsoRefused?: number; readonly level: number }[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const clock = { now: 0 };
  return { lines, clock, asApiError: openFailures(log, { now: () => clock.now }) };
}

test('an outage is logged once a minute, with the number of requests that it has refused since', () => {
  const { lines, clock, asApiError } = openLogged();
  for (clock.now = 0; clock.now < 60_000; clock.now += 100) {
    const { code, retryAfterSeconds } = asApiError(new CatalogueUnreachable('away'), REQUEST);
    assert.deepEqual([code, retryAfterSeconds], ['store_unreachable', 5]);
  }
  for (let more = 0; more < 3; more += 1) asApiError(new CatalogueUnreachable('away'), REQUEST);
  asApiError[Symbol.dispose]();
  const logged = lines.map(({ msg, alsoRefused }) => `${msg} ${alsoRefused}`);
  const away = 'the catalogue cannot be reached';
  assert.deepEqual(logged, [`${away} undefined`, `${away} 599`, `${away} undefined`, `${away} 2`]);
});

test('a write whose outcome is unknown is not told to be sent again', () => {
  const { lines, asApiError } = openLogged();
  const error = asApiError(new OutcomeUnknown('away'), REQUEST);
  assert.deepEqual([error.code, error.status], ['outcome_unknown', 503]);
  assert.match(error.message, /look before you send it again/);
  assert.deepEqual([errorAnswer(error).headers['retry-after'], lines.length], [undefined, 1]);
  asApiError[Symbol.dispose]();
});

test('the end of an outage of the catalogue is logged once', async () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  let lag = Number.POSITIVE_INFINITY;
  let looks = 0;
  using asApiError = openFailures(log, {
    lag: () => {
      looks += 1;
      return lag;
    },
  });
  for (let request = 0; request < 3; request += 1) asApiError(new CatalogueUnreachable('away'), REQUEST);
  await until(() => looks > 0, 'nothing looks for the end');
  assert.deepEqual(lines, ['the catalogue cannot be reached']);
  lag = 50;
  await until(() => lines.length > 1, 'the end is not logged');
  asApiError[Symbol.dispose]();
  assert.deepEqual(lines.slice(0, 2), ['the catalogue cannot be reached', 'the catalogue can be read again']);
  assert.equal(lines.filter((line) => line.includes('again')).length, 1);
});
