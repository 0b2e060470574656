/** The packed client in every Node and every TypeScript that it supports, and in Chromium. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { install, noRegistry, pack, run } from '../../../service/test/setup/packed.ts';
import { type RunningApp, startApp } from '../../../service/test/support/app.ts';
import { chromium } from '../../../service/test/support/chromium.ts';
import type { LocalServer } from '../../../service/test/support/local-server.ts';
import { openPage } from '../../../service/test/support/open-page.ts';
import { serveFiles } from '../../../service/test/support/static-files.ts';
import type { CheckResult } from './checks.ts';
import { startFaultyServer } from './faulty-server.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ESBUILD = 'esbuild@0.28.2';
const NODES = ['20.3.0', '24.21.0', '26.10.0'];
const TYPESCRIPTS = ['5.9.3', '6.0.3', '7.0.2'];
const MAX_BYTES = 8_000;
/** Enough for a browser on a busy machine; if not, the client asks four times. */
const HANDING_MILLISECONDS = 2000;

describe('the packed client', { skip: noRegistry() }, () => {
  const folder = newFolder();
  const root = join(folder, 'installed');
  let service: RunningApp;
  let faults: LocalServer;

  before(async () => {
    const [client = ''] = await pack(folder, 'client');
    await install(root, client, ESBUILD);
    // It imports only types, which vanish.
    const checks = stripTypeScriptTypes(readFileSync(join(HERE, 'checks.ts'), 'utf8'));
    writeFileSync(join(root, 'checks.mjs'), checks);
    writeFileSync(
      join(root, 'run.mjs'),
      `import * as library from '@asset-browsing-service/client';
       import { runChecks } from './checks.mjs';
       const [, , service, faults] = process.argv;
       console.log(JSON.stringify([process.version, await runChecks({ library, service, faults })]));`,
    );
    for (const version of NODES) await install(join(root, `node-${version}`), `node@${version}`);
    for (const version of TYPESCRIPTS) await install(join(root, `typescript-${version}`), `typescript@${version}`);
    service = await startApp();
    faults = await startFaultyServer(HANDING_MILLISECONDS);
  });
  after(async () => {
    await faults?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  async function report(context: TestContext, results: readonly CheckResult[]): Promise<void> {
    assert.ok(results.length > 10);
    for (const { title, failure } of results) await context.test(title, () => assert.equal(failure, undefined));
  }

  for (const version of NODES) {
    test(`does in Node ${version} what it must do everywhere`, async (context) => {
      const node = join(root, `node-${version}/node_modules/node/bin/node`);
      const [found, results] = JSON.parse(await run(root, node, ['run.mjs', service.url, `${faults.url}${version}/`]));
      assert.equal(found, `v${version}`);
      await report(context, results);
    });
  }

  test(`has at most ${MAX_BYTES} bytes, minified and compressed`, async (context) => {
    const args = ['--bundle', '--minify', '--format=esm', '--platform=browser', '--outfile=bundle.mjs'];
    await run(root, 'npx', ['esbuild', ...args, 'node_modules/@asset-browsing-service/client/dist/index.js']);
    const { length } = brotliCompressSync(readFileSync(join(root, 'bundle.mjs')));
    context.diagnostic(`${length} bytes`);
    assert.ok(length <= MAX_BYTES, `${length}`);
  });

  for (const [form, path] of [
    ['as files', '/node_modules/@asset-browsing-service/client/dist/index.js'],
    ['in a bundle', '/bundle.mjs'],
  ] as const) {
    test(`does in Chromium, ${form}, what it must do everywhere`, {
      skip: chromium === undefined && 'skipped: no Chromium on this machine',
    }, async (context) => {
      await using browser = await openPage();
      const { page } = browser;
      await using files = await serveFiles(root, pageOf);
      await page.goto(`${files.url}page.html?${path}`);
      await page.waitForFunction('globalThis.check !== undefined');
      const input = JSON.stringify({ service: service.url, faults: `${faults.url}${form.replace(' ', '-')}/` });
      const results = await page.evaluate(`check(${input})`);
      await report(context, results as CheckResult[]);
    });
  }

  test('has types that every supported TypeScript accepts, and that find mistakes', async () => {
    writeFileSync(
      join(root, 'use.mts'),
      readFileSync(join(HERE, 'use-of-types.ts'), 'utf8').replace(
        '../../src/index.ts',
        '@asset-browsing-service/client',
      ),
    );
    for (const version of TYPESCRIPTS) {
      for (const [module, resolution] of Object.entries({ esnext: 'bundler', nodenext: 'nodenext' })) {
        await run(root, join(root, `typescript-${version}/node_modules/.bin/tsc`), [
          ...['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'],
          ...['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'],
          ...['--module', module, '--moduleResolution', resolution, 'use.mts'],
        ]);
      }
    }
  });
});

/** The page that runs the checks with the library at the address that its query names. */
function pageOf(path: string, query: string): string | undefined {
  if (path !== '/page.html') return undefined;
  return `<!doctype html><link rel="icon" href="data:,">
<script type="module">import * as library from '${query}'; import { runChecks } from './checks.mjs';
globalThis.check = (input) => runChecks({ library, ...input });</script>`;
}
