/** The packed client in every Node and every TypeScript that it supports, and in Chromium. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { type RunningApp, startApp } from '../../../service/test/support/app.ts';
import { chromium } from '../../../service/test/support/chromium.ts';
import type { LocalServer } from '../../../service/test/support/local-server.ts';
import { openPage } from '../../../service/test/support/open-page.ts';
import { serveFiles } from '../../../service/test/support/static-files.ts';
import type { CheckResult } from './checks.ts';
import { startFaultyServer } from './faulty-server.ts';

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));
const ESBUILD = 'esbuild@0.28.2';
const NODES = ['20.3.0', '24.21.0', '26.10.0'];
const TYPESCRIPTS = ['5.9.3', '6.0.3', '7.0.2'];
const MAX_BYTES = 8_000;

const hasRegistry = spawnSync('npm', ['view', ESBUILD, 'version']).status === 0;

describe('the packed client', { skip: !hasRegistry && 'skipped: the npm registry cannot be reached' }, () => {
  const root = mkdtempSync(join(tmpdir(), 'abs-client-'));
  let service: RunningApp;
  let faults: LocalServer;

  before(async () => {
    run('npm', ['pack', '-w', 'packages/client', '--pack-destination', root], PROJECT);
    const [tarball = ''] = globSync('*.tgz', { cwd: root });
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
    // npm runs only the install scripts that are allowed here.
    const manifest = JSON.stringify({ private: true, allowScripts: { node: true, esbuild: true } });
    writeFileSync(join(root, 'package.json'), manifest);
    run('npm', ['install', join(root, tarball), ESBUILD]);
    for (const version of NODES) inFolder(`node-${version}`, manifest, `node@${version}`);
    for (const version of TYPESCRIPTS) inFolder(`typescript-${version}`, manifest, `typescript@${version}`);
    service = await startApp();
    faults = await startFaultyServer();
  });
  after(async () => {
    await faults?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
    rmSync(root, { recursive: true, force: true });
  });

  function inFolder(name: string, manifest: string, ...packages: readonly string[]): void {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'package.json'), manifest);
    run('npm', ['install', ...packages], join(root, name));
  }

  function run(command: string, args: readonly string[], cwd = root): string {
    const env = { ...process.env, npm_config_loglevel: 'error', npm_config_update_notifier: 'false' };
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
    assert.equal(status, 0, `${command} ${args.join(' ')}\n${stdout}\n${stderr}`);
    return stdout;
  }

  async function report(context: TestContext, results: readonly CheckResult[]): Promise<void> {
    assert.ok(results.length > 10);
    for (const { title, failure } of results) {
      await context.test(title, () => assert.equal(failure, undefined));
    }
  }

  for (const version of NODES) {
    test(`does in Node ${version} what it must do everywhere`, async (context) => {
      const node = join(root, `node-${version}/node_modules/node/bin/node`);
      const [found, results] = JSON.parse(
        await output(node, ['run.mjs', service.url, `${faults.url}${version}/`], root),
      );
      assert.equal(found, `v${version}`);
      await report(context, results);
    });
  }

  test(`has at most ${MAX_BYTES} bytes, minified and compressed`, (context) => {
    const args = ['--bundle', '--minify', '--format=esm', '--platform=browser', '--outfile=bundle.mjs'];
    run('npx', ['esbuild', ...args, 'node_modules/@asset-browsing-service/client/dist/index.js']);
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

  test('has types that every supported TypeScript accepts, and that find mistakes', () => {
    writeFileSync(
      join(root, 'use.mts'),
      readFileSync(join(HERE, 'use-of-types.ts'), 'utf8').replace(
        '../../src/index.ts',
        '@asset-browsing-service/client',
      ),
    );
    for (const version of TYPESCRIPTS) {
      for (const [module, resolution] of [
        ['esnext', 'bundler'],
        ['nodenext', 'nodenext'],
      ] as const) {
        run(join(root, `typescript-${version}/node_modules/.bin/tsc`), [
          ...['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'],
          ...['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'],
          ...['--module', module, '--moduleResolution', resolution, 'use.mts'],
        ]);
      }
    }
  });
});

/** Runs a program while the servers of this process answer it. */
async function output(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd, timeout: 600_000 });
  return stdout;
}

/** The page that runs the checks with the library at the address that its query names. */
function pageOf(path: string, query: string): string | undefined {
  if (path !== '/page.html') return undefined;
  return `<!doctype html><link rel="icon" href="data:,">
<script type="module">import * as library from '${query}'; import { runChecks } from './checks.mjs';
globalThis.check = (input) => runChecks({ library, ...input });</script>`;
}
