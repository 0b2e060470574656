import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../service/test/support/app.ts';
import * as library from '../../src/index.ts';
import { runChecks } from './checks.ts';
import { startFaultyServer } from './faulty-server.ts';

test('the client does here what it must do everywhere', async (context) => {
  await using service = await startApp();
  await using faults = await startFaultyServer();
  const input = { library, service: service.url, faults: `${faults.url}here/`, patience: 2000 };
  for (const { title, failure } of await runChecks(input))
    await context.test(title, () => assert.equal(failure, undefined));
});
