import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveFreshness } from './all-fresh.ts';

test('however it is requested, no answer is older than the last commit before its request, and no ETag has two bodies', async () => {
  const { answers, notModified } = await proveFreshness({ changes: 20, clients: 16, importEvery: 12 });
  assert.ok(answers > 150 && notModified > 0, `${answers} answers, ${notModified} of them 304`);
});
