import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparableSettings, disagreements } from '../../src/app/comparable-settings.ts';
import { loadConfig } from '../../src/config/load.ts';

function agreed(environment: Readonly<Record<string, string>> = {}) {
  return comparableSettings(loadConfig({ environment, directory: '/' }));
}

test('nodes with the same settings agree, wherever their files are and however large their machines', () => {
  const one = { ABS_DATA: '/one', ABS_THREADS: '2', ABS_RENDER_PROCESSES: '1', ABS_MESSAGES: '/one/a.json' };
  const other = { ABS_PORT: '81', ABS_CACHE_MEGABYTES: '9', ABS_CATALOGUE_CONNECTIONS: '3' };
  assert.deepEqual(disagreements(agreed(one), agreed(other)), []);
});

test('settings that change answers are named with both values, also those of an endpoint', () => {
  const press = (days: number, root: number) =>
    JSON.stringify({ press: { pin: { days }, roots: { 101: [root] }, formats: [1] } });
  const one = agreed({ ABS_TIME_ZONE: 'Europe/Berlin', ABS_ENDPOINTS: press(3, 5) });
  const other = agreed({ ABS_MAX_SEARCH_RESULTS: '5', ABS_ENDPOINTS: press(30, 6) });
  const sentence = ': all nodes of a service need the same';
  assert.deepEqual(disagreements(one, other).toSorted(), [
    `endpoints.press.pin.days is 3 here, but not set on the node that started last${sentence}`,
    `endpoints.press.roots is {"101":[5]} here, but {"101":[6]} on the node that started last${sentence}`,
    `maxSearchResults is 10000 here, but 5 on the node that started last${sentence}`,
    `timeZone is "Europe/Berlin" here, but "UTC" on the node that started last${sentence}`,
  ]);
});

test('no secret is compared, because the values are stored', () => {
  const secrets = { ABS_TOKEN_JWT_SECRET: 'hunter2', ABS_TOKEN_TOKENS: '[{"token":"hunter2","user":1}]' };
  assert.deepEqual(agreed(secrets), agreed());
});
