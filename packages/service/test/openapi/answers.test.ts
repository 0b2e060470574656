import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRandomAnswers } from './random-answers.ts';

test('both OpenAPI documents describe the answers to 400 random requests', async () => {
  const statuses = await checkRandomAnswers(1, 400);
  assert.ok((statuses.get(200) ?? 0) > 100 && (statuses.get(400) ?? 0) > 40, JSON.stringify([...statuses]));
});
