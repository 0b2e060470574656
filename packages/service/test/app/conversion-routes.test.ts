import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { sampleFolder, serve } from './breakable-service.ts';

test('threads share one conversion, and each sends its bytes', async () => {
  using folder = await sampleFolder();
  await using service = await serve(folder, { ABS_THREADS: '2' });
  const address = `${service.url}/asset.do?download=1000:2:width=61`;
  // The system spreads separate connections over the threads.
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => fetch(address, { headers: { connection: 'close' } })),
  );
  const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  for (const body of bodies) assert.deepEqual(body, bodies[0]);
  assert.equal(globSync('conversions/*/*', { cwd: folder.path }).length, 1);
  const refused = await fetch(`${service.url}/asset.do?download=1000:3:crop=1x1%2B9999`);
  assert.equal(refused.status, 400);
});
