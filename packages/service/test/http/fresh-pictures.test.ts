import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { startApp } from '../support/app.ts';

test('a repeated picture is the same, and a catalogue change shows in the next answer', async () => {
  await using app = await startApp();
  const ask = (id: number, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/asset.do?thumb=${id}`, { headers });
  const told = async (response: Response) => ({
    status: response.status,
    headers: [...response.headers].filter(([name]) => !['date', 'keep-alive'].includes(name)),
    bytes: Buffer.from(await response.arrayBuffer()).toString('hex'),
  });
  const first = await told(await ask(1001));
  assert.equal(first.status, 200);
  assert.deepEqual(await told(await ask(1001)), first);
  const etag = first.headers.find(([name]) => name === 'etag')?.[1] ?? '';
  assert.equal((await ask(1001, { 'if-none-match': etag })).status, 304);
  assert.equal((await ask(1001, { range: 'bytes=0-1' })).status, 206);
  assert.deepEqual(await told(await ask(1001)), first);

  {
    await using writer = openCatalogueWriter({ directory: app.data });
    await writer.change((changes) => changes.remove('asset', 1001));
  }
  assert.equal((await ask(1001)).status, 404);
});
