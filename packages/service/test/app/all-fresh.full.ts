import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';
import { proveFreshness } from './all-fresh.ts';

test('however it is requested, no answer is older than the last commit before its request, and no ETag has two bodies', async () => {
  const { answers, notModified } = await proveFreshness({ changes: 20, clients: 16, importEvery: 12 });
  assert.ok(answers > 150 && notModified > 0, `${answers} answers, ${notModified} of them 304`);
});

test('the same holds for a catalogue in PostgreSQL with strict freshness', { skip: NO_POSTGRES }, async () => {
  await using server = await startPostgres();
  const store = { ABS_CATALOGUE_URL: await server.createDatabase(), ABS_CATALOGUE_FRESHNESS: 'strict' };
  const { answers, notModified } = await proveFreshness({ changes: 20, clients: 16, importEvery: 12, store });
  assert.ok(answers > 150 && notModified > 0, `${answers} answers, ${notModified} of them 304`);
});
