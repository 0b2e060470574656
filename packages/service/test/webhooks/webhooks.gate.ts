import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { until } from '../../../core/test/support/until.ts';
import { carryWebhooks } from '../../src/app/carry-webhooks.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { abs } from '../cli/copy-world.ts';
import { startApp } from '../support/app.ts';
import { startLocalServer } from '../support/local-server.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

test('a commit of another process reaches a receiver as the user of the hook sees it, and what it refuses comes later', async () => {
  let status = 200;
  const told: {
    readonly type: string;
    readonly data: { readonly changes: readonly object[]; readonly cursor: string };
  }[] = [];
  await using server = await startLocalServer(async (request, response) => {
    const body = String(await buffer(request));
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const content = new Webhook(SECRET).verify(body, Object.fromEntries(headers));
    if (status === 200) told.push(content as (typeof told)[number]);
    response.statusCode = status;
    response.end();
  });
  const secretFile = join(newFolder(), 'secret');
  writeFileSync(secretFile, `${SECRET}\n`);
  const hooks = JSON.stringify([{ id: 'shop', url: server.url, secretFile, allowPrivate: true }]);
  await using app = await startApp({ ABS_WEBHOOKS: hooks });
  const settings = { ABS_DATA: app.data, ABS_WEBHOOKS: hooks };
  // The first cursor is the present.
  await until(async () => /^shop +well/m.test((await abs(['webhooks', 'list'], settings)).stdout));

  await using writer = openCatalogueWriter({ directory: app.data });
  await writer.change((changes) => changes.remove('asset', 1001));
  await until(() => told.length === 1);
  assert.partialDeepStrictEqual(told[0]?.data.changes, [{ id: 1000 }, { type: 'asset', id: 1001, action: 'removed' }]);
  // Hidden from the service user.
  await writer.change((changes) => changes.remove('asset', 1005));
  status = 410;
  await writer.change((changes) => changes.remove('asset', 1003));
  await until(async () => /^shop +off/m.test((await abs(['webhooks', 'list'], settings)).stdout));
  assert.equal((await abs(['webhooks', 'test', 'shop'], settings)).status, 1);
  status = 200;
  assert.equal((await abs(['webhooks', 'test', 'shop'], settings)).status, 0);
  assert.equal((await abs(['webhooks', 'retry', 'shop'], settings)).status, 0);
  await until(() => told.length === 3, 'not sent again', { patience: 30 });
  assert.partialDeepStrictEqual(told[2]?.data.changes, [{ type: 'asset', id: 1003, action: 'removed' }]);
  const next = await fetch(`${app.url}/node.do?changes=${told[2]?.data.cursor}`);
  assert.deepEqual(((await next.json()) as { data: { changes: object[] } }).data.changes, []);
  // As after a restore: what the receiver knows may be undone.
  await carryWebhooks(writer.webhooks, writer.webhooks);
  await until(() => told.length === 4, 'not told', { patience: 30 });
  assert.equal(told[3]?.type, 'catalogue.expired');
  assert.equal((await fetch(`${app.url}/node.do?changes=${told[3]?.data.cursor}`)).status, 200);
});
