import assert from 'node:assert/strict';
import { seeded } from '../search/random.ts';
import { startApp } from '../support/app.ts';
import { assertDocumented } from './documented.ts';
import { drawRequest } from './random-requests.ts';

/** Checks the answers to random requests against both documents. Resolves to the number of answers by status. */
export async function checkRandomAnswers(seed: number, count: number): Promise<ReadonlyMap<number, number>> {
  const unlimited = { ABS_PIN_PARENT_NODE: 20, ABS_PIN_PER_MINUTE: 0, ABS_REVIEW_PER_MINUTE: 0 };
  await using app = await startApp(unlimited);
  const random = seeded(seed);
  const statuses = new Map<number, number>();
  for (let asked = 0; asked < count; asked += 1) {
    const target = drawRequest(random);
    const response = await fetch(app.url + target, { redirect: 'manual' });
    const { status, headers } = response;
    assertDocumented(target, { status, headers, text: await response.text() });
    assert.notEqual(status, 500, target);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return statuses;
}
