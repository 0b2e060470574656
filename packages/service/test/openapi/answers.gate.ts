/** Random requests, the same in every run: ANSWERS_REQUESTS asks for more, SEED for others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../../columnar/test/random.ts';
import { SEED } from '../../../core/test/support/seed.ts';
import { startApp } from '../support/app.ts';
import { assertDocumented } from './documented.ts';
import { drawRequest } from './random-requests.ts';

const REQUESTS = Number(process.env['ANSWERS_REQUESTS'] || 1000);

test(`both OpenAPI documents describe the answers to ${REQUESTS} random requests (SEED=${SEED})`, async () => {
  const unlimited = { ABS_PIN_PARENT_NODE: 20, ABS_PIN_PER_MINUTE: 0, ABS_REVIEW_PER_MINUTE: 0 };
  await using app = await startApp(unlimited);
  const random = seeded(SEED);
  const statuses: Record<number, number> = { 200: 0, 400: 0 };
  for (let asked = 0; asked < REQUESTS; asked += 1) {
    const target = drawRequest(random);
    const response = await fetch(app.url + target, { redirect: 'manual' });
    const { status, headers } = response;
    assertDocumented(target, { status, headers, text: await response.text() });
    assert.notEqual(status, 500, target);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  const { 200: found = 0, 400: refused = 0 } = statuses;
  assert.ok(found > REQUESTS / 4 && refused > REQUESTS / 10, JSON.stringify(statuses));
});
