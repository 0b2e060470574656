/** `ANSWERS_SEED` repeats a run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRandomAnswers } from './random-answers.ts';

const SEED = Number(process.env['ANSWERS_SEED'] ?? Date.now() % 1_000_000);
const REQUESTS = 20_000;

test(`both OpenAPI documents describe the answers to ${REQUESTS} random requests (seed ${SEED})`, async () => {
  const statuses = await checkRandomAnswers(SEED, REQUESTS);
  assert.ok((statuses.get(200) ?? 0) > REQUESTS / 4, JSON.stringify([...statuses]));
});
