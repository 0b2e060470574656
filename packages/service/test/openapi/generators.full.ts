/** Clients that public generators make of `/openapi.json` compile strictly, and answer from the running service. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { type RunningApp, startApp } from '../support/app.ts';
import { GENERATORS, type Received } from './generated-clients.ts';

/** The newest TypeScript that every generator accepts. */
const TYPESCRIPT = 'typescript@5.9.3';
const NODE_TYPES = '@types/node@24.10.1';

const EXPECTED: Received = {
  tree: ['Archive'],
  content: 1,
  search: 7,
  suggest: ['Applewood', 'Red apples'],
  tokenRequired: false,
  details: 'dawn <b>.jpg',
  infofield: '101,102',
  formats: 4,
  thumb: 'image/jpeg',
  refusal: 'asset_not_found',
};

const COMPILER_OPTIONS = {
  strict: true,
  noUncheckedIndexedAccess: true,
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: ['node'],
  outDir: 'out',
  rootDir: '.',
};

const hasRegistry = spawnSync('npm', ['view', TYPESCRIPT, 'version']).status === 0;

describe('generated clients', { skip: !hasRegistry && 'skipped: the npm registry cannot be reached' }, () => {
  const root = mkdtempSync(join(tmpdir(), 'abs-generators-'));
  let app: RunningApp;
  before(async () => {
    app = await startApp();
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
    rmSync(root, { recursive: true, force: true });
  });

  for (const [name, { packages, generate, program }] of Object.entries(GENERATORS)) {
    test(`${name} makes a client that compiles strictly and gets ten answers`, async () => {
      const folder = join(root, packages[0]?.replaceAll(/\W/g, '-') ?? '');
      mkdirSync(folder);
      const write = (file: string, content: string) => writeFileSync(join(folder, file), content);
      write('package.json', JSON.stringify({ private: true, type: 'module' }));
      write('tsconfig.json', JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['program.ts'] }));
      write('program.ts', program);
      write('openapi.json', await (await fetch(`${app.url}/openapi.json`)).text());
      await run(folder, 'npm', ['install', '--ignore-scripts', '--no-audit', TYPESCRIPT, NODE_TYPES, ...packages]);
      await run(folder, 'npx', ['--no-install', ...generate]);
      await run(folder, 'npx', ['--no-install', 'tsc']);
      const printed = await run(folder, process.execPath, ['out/program.js', app.url]);
      assert.deepEqual(JSON.parse(printed), EXPECTED);
    });
  }
});

/** Resolves to what the command printed. Rejects with all its output if it fails. */
async function run(cwd: string, command: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, npm_config_loglevel: 'error', npm_config_update_notifier: 'false' };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const status = new Promise((resolve) => child.on('close', resolve));
  const [printed, reported] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.equal(await status, 0, `${command} ${args.join(' ')}\n${printed}\n${reported}`);
  return printed;
}
