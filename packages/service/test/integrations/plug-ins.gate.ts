/** The examples of plug-ins in PHP's own interpreter, against a service with the sample catalogue. */
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../../core/test/support/free-port.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { until } from '../../../core/test/support/until.ts';
import { startApp } from '../support/app.ts';
import { SAMPLE } from '../support/sample.ts';

const EXAMPLES = new URL('../../../../examples/', import.meta.url);
const pathOf = (name: string) => fileURLToPath(new URL(name, EXAMPLES));
const withoutPhp = spawnSync('php', ['--version']).status !== 0 && 'skipped: no PHP on this machine';
/** Information field with the number of an article. */
const ARTICLE = '100';

describe('plug-ins', { skip: withoutPhp }, () => {
  test('the driver for TYPO3 lists folders and files, gives their bytes, and changes nothing', async () => {
    await using app = await startApp();
    await runPhp(pathOf('typo3/test.php'), `${app.url}/`);
  });

  test('the block for WordPress renders what was chosen, and nothing that is not of the service', async () => {
    await runPhp(pathOf('wordpress/test.php'));
  });

  test('a shop shows the pictures of exactly its articles, and the last ones while the service is away', async () => {
    await using shop = await startShop(await startApp({}, bundleWithArticles()));
    const lamp = await shop.get('?article=AB-1');
    assert.deepEqual(lamp.pictures, ['1000']);
    assert.match(lamp.text, /<h2><a href="\?article=AB-1">Lamp<\/a>/);
    const all = await shop.get('');
    assert.deepEqual(all.pictures, ['1000', '1001']);
    assert.equal((await shop.get('?article=AB-9')).status, 404);
    await shop.app[Symbol.asyncDispose]();
    shop.forgetTimes();
    assert.deepEqual((await shop.get('?article=AB-1')).pictures, ['1000']);
    assert.match((await shop.get('?article=%3Cb%3E')).text, /There is no such product/);
  });
});

async function runPhp(script: string, ...operands: string[]): Promise<void> {
  const { stdout } = await promisify(execFile)('php', ['-d', 'error_reporting=-1', script, ...operands]);
  assert.match(stdout, /: all as expected\n$/);
}

/** The sample with numbers of articles, of which one begins with another. */
function bundleWithArticles(): string {
  const directory = newFolder();
  cpSync(SAMPLE, directory, { recursive: true });
  const file = join(directory, 'catalogue.json');
  const catalogue = JSON.parse(readFileSync(file, 'utf8'));
  const articles: Readonly<Record<number, string>> = { 1000: 'AB-1', 1001: 'AB-2', 1007: 'AB-1-X' };
  for (const asset of catalogue.assets)
    if (articles[asset.id]) asset.infofields = { ...asset.infofields, [ARTICLE]: articles[asset.id] };
  writeFileSync(file, JSON.stringify(catalogue));
  return directory;
}

async function startShop(app: Awaited<ReturnType<typeof startApp>>) {
  const [port, cache] = [await freePort(), newFolder()];
  const env = { ...process.env, SERVICE: app.url, FIELD: ARTICLE, CACHE: cache };
  const options = ['-d', 'error_reporting=-1', '-S', `127.0.0.1:${port}`, '-t', pathOf('php-shop')];
  const server = spawn('php', options, { env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/`;
  await until(() =>
    fetch(`${url}products.json`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  return {
    app,
    get: async (query: string) => {
      const answer = await fetch(url + query);
      const text = await answer.text();
      assert.doesNotMatch(text, /Warning|Notice|Deprecated/);
      return {
        status: answer.status,
        text,
        pictures: [...text.matchAll(/<img src="[^"]*picture=(\d+)/g)].map(([, id]) => id),
      };
    },
    /** Makes what was found too old to be shown without asking. */
    forgetTimes: () =>
      void spawnSync('find', [cache, '-name', '*.json', '-exec', 'touch', '-d', '1 hour ago', '{}', ';']),
    [Symbol.asyncDispose]: async () => {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
      await app[Symbol.asyncDispose]();
    },
  };
}
