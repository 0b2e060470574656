/**
 * `ANSWERS_REQUESTS` asks for another number of requests, which are then new ones in each run; `ANSWERS_SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRandomAnswers } from './random-answers.ts';

const ASKED = process.env['ANSWERS_REQUESTS'];
const REQUESTS = Number(ASKED ?? 1000);
const SEED = Number(process.env['ANSWERS_SEED'] ?? (ASKED === undefined ? 1 : Date.now() % 1_000_000));

test(`both OpenAPI documents describe the answers to ${REQUESTS} random requests (seed ${SEED})`, async () => {
  const statuses = await checkRandomAnswers(SEED, REQUESTS);
  const few = JSON.stringify([...statuses]);
  assert.ok((statuses.get(200) ?? 0) > REQUESTS / 4 && (statuses.get(400) ?? 0) > REQUESTS / 10, few);
});
