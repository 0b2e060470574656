/** The examples that follow the catalogue, with the packed client. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { connect } from '../../../client/src/index.ts';
import { freePort } from '../../../core/test/support/free-port.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { A_START, until } from '../../../core/test/support/until.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { assetOf } from '../search/contract-samples.ts';
import { appForAll, startApp } from '../support/app.ts';
import { noRegistry, PROJECT, pack, run } from './packed.ts';

/** A node of the sample that has pictures. */
const NODE_ID = '20';

describe('the examples that follow the catalogue', { skip: noRegistry() }, () => {
  const folder = newFolder();
  const root = join(folder, 'examples');
  const service = appForAll();
  before(async () => {
    mkdirSync(join(folder, 'release'));
    await pack(join(folder, 'release'), 'client');
    for (const name of ['static-site', 'index-in-step']) {
      const filter = (path: string) => !path.includes('node_modules');
      cpSync(join(PROJECT, 'examples', name), join(root, name), { recursive: true, filter });
      await run(join(root, name), 'npm', ['install', '--no-audit', '--no-fund']);
    }
  });

  test('the index follows the catalogue, and goes on after a restart', async () => {
    const folder = join(root, 'index-in-step');
    const follow = async () => {
      const environment = { SERVICE: `${service.url}/`, SECONDS: '0' };
      return await run(folder, process.execPath, ['follow.mjs'], { environment });
    };
    const { total = 0 } = await connect(service.url).node.search({ search: '', paginate: 1 });
    assert.match(await follow(), new RegExp(`^${total} assets`));
    assert.equal(await follow(), '');
    await using writer = openCatalogueWriter({ directory: service.data });
    await writer.change((changes) => changes.put('asset', assetOf(8000)));
    assert.equal(await follow(), `${total + 1} assets, 1 new or changed, 0 gone\n`);
    await writer.change((changes) => changes.remove('asset', 8000));
    assert.equal(await follow(), `${total} assets, 0 new or changed, 1 gone\n`);
  });

  test('the static site has the pictures of its node, and a failed build leaves it as it was', async () => {
    const folder = join(root, 'static-site');
    const build = async (asked: string) =>
      await run(folder, 'npm', ['run', '--silent', 'build'], { environment: { SERVICE: asked, NODE_ID } });
    const said = await build(`${service.url}/`);
    const page = readFileSync(join(folder, 'site/index.html'), 'utf8');
    const shown = [...page.matchAll(/(?:src|href)="(pictures\/[^"]+)"/g)].map(([, path = '']) =>
      join(folder, 'site', path),
    );
    assert.equal(said, `${shown.length / 2} pictures in site\n`);
    assert.ok(shown.length > 0 && shown.every((path) => statSync(path).size > 0));
    await assert.rejects(build('http://127.0.0.1:9/'), /connection_failed/);
    assert.equal(readFileSync(join(folder, 'site/index.html'), 'utf8'), page);
  });

  test('the static site is built anew when a webhook tells of a change, and for nobody else', async () => {
    const folder = join(root, 'static-site');
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const secretFile = join(folder, 'site.secret');
    writeFileSync(secretFile, secret);
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}/`;
    const hooks = JSON.stringify([{ id: 'site', url, secretFile, allowPrivate: true }]);
    await using told = await startApp({ ABS_WEBHOOKS: hooks });
    const own = { SERVICE: `${told.url}/`, NODE_ID, OUT: join(folder, 'rebuilt'), SECRET: secret, PORT: port };
    const rebuild = spawn(process.execPath, ['rebuild.mjs'], { cwd: folder, env: { ...process.env, ...own } });
    using _ = { [Symbol.dispose]: () => void rebuild.kill() };
    const said = String((await once(rebuild.stdout, 'data'))[0]);
    assert.match(said, /^\d+ pictures/);
    const forged = await fetch(url, { method: 'POST', body: '{}' });
    assert.equal(forged.status, 401);

    await using writer = openCatalogueWriter({ directory: told.data });
    await until(async () => (await writer.webhooks.list()).get('site')?.cursor !== undefined);
    const { items } = await connect(told.url).node.id({ id: Number(NODE_ID), recursive: true, paginate: 1 });
    await writer.change(async (changes) => {
      const record = await changes.record(items[0]?.id ?? 0);
      assert.ok(record);
      await changes.put('asset', { ...record, active: { ...record.active, name: 'A new name' } });
    });
    const page = () => readFileSync(join(own.OUT, 'index.html'), 'utf8');
    await until(() => page().includes('A new name'), undefined, A_START);
  });
});
