/** The daily short form of `npm run test:nodes`: two nodes over one PostgreSQL. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStorage, storageSettings } from '../../src/app/storage.ts';
import { loadConfig } from '../../src/config/load.ts';
import { startNode } from '../support/app.ts';
import { importSample } from '../support/sample.ts';
import { NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';
import { until } from '../support/until.ts';

test('a change of another program, and a review that one node took, are soon in the answers of two nodes', {
  skip: NO_POSTGRES,
}, async (context) => {
  await using server = await startPostgres();
  const directory = mkdtempSync(join(tmpdir(), 'abs-nodes-'));
  context.after(() => rmSync(directory, { recursive: true, force: true }));
  const environment = { ABS_CATALOGUE_URL: await server.createDatabase() };
  const stores = storageSettings(loadConfig({ environment, options: { data: directory }, directory }));
  await importSample(stores);
  await using one = await startNode(environment);
  await using other = await startNode(environment);
  const textsOf = async (path: string) =>
    await Promise.all([one, other].map(async ({ url }) => await (await fetch(url + path)).text()));
  const [before, same] = await textsOf('/node.do?search=a');
  assert.equal(before, same);

  await using storage = await openStorage(stores);
  await storage.writer.change(async (changes) => {
    const asset = await changes.record(1000);
    assert.ok(asset);
    await changes.put('asset', { ...asset, active: { ...asset.active, name: 'renamed.jpg' } });
  });
  const areAll = async (path: string, part: string) => (await textsOf(path)).every((text) => text.includes(part));
  await until(() => areAll('/asset.do?details=1000', 'renamed.jpg'));
  await until(() => areAll('/node.do?search=renamed', '"id":1000'));
  const posted = await fetch(`${one.url}/review.do?post=1000&rating=3&comment=shared`);
  assert.equal(posted.status, 200, await posted.text());
  await until(() => areAll('/review.do?get=1000', '"shared"'));
});
