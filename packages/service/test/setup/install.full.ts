import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

// Installs for real, with an empty cache: needs the network and half a minute.

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
const ROOT = mkdtempSync(join(tmpdir(), 'abs-install-'));
after(() => rmSync(ROOT, { recursive: true, force: true }));

for (const name of ['package.json', 'package-lock.json', '.npmrc', 'tsconfig.json', 'scripts', 'packages', 'docs']) {
  cpSync(join(PROJECT, name), join(ROOT, name), {
    recursive: true,
    filter: (path) => !['dist', 'node_modules'].includes(basename(path)),
  });
}

/** The environment of a machine without this project's Node. */
const PATH = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((part) => !part.includes('node_modules'))
  .join(delimiter);

function run(command: string, ...args: readonly string[]) {
  const env = { ...process.env, PATH, npm_config_cache: join(ROOT, 'cache') };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('the first command in a fresh checkout installs and builds, on any Node of the machine', () => {
  const { status, stdout, stderr } = run('npx', 'abs', '--version');
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  assert.match(stderr, /^Installing dependencies \(once\) \.\.\.$/m);
});

test('the next command of the same kind installs nothing', () => {
  const { status, stderr } = run('npx', 'abs', '--version');
  assert.equal(status, 0, stderr);
  assert.equal(stderr, '');
});

test('commands of developers run on the Node of the project', () => {
  const { status, stdout, stderr } = run('npm', 'run', '--silent', 'node', '--', '--version');
  assert.equal(status, 0, stderr);
  assert.equal(stdout, `${process.version}\n`);
});
