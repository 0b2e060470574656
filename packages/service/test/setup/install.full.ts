import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';

// Installs for real, with an empty cache: needs the network and a minute.

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
const ROOT = newFolder();

for (const name of [
  ...['package.json', 'package-lock.json', '.npmrc', 'tsconfig.json', 'runtime', 'scripts', 'packages', 'docs'],
]) {
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

/** A command on an older Node and its npm, as packages of npm bring them. */
function onOlder(node: string, npm: string, ...command: readonly string[]) {
  return run('npx', '--yes', `--package=node@${node}`, `--package=npm@${npm}`, '--', ...command);
}

for (const [node, npm] of Object.entries({ '12.22.12': '8.19.4', '18.20.8': '10.9.3' })) {
  test(`Node ${node} is told that it is too old, and nothing is installed`, () => {
    for (const command of [
      ['npm', 'start'],
      ['npm', 'test'],
      ['npm', 'run', 'build'],
    ]) {
      const { status, stderr } = onOlder(node, npm, ...command);
      assert.equal(status, 1);
      const refusal = new RegExp(
        `^Node 20\\.9 or newer is needed, but this is Node ${node}\\. Nothing was installed`,
        'm',
      );
      assert.match(stderr, refusal);
    }
    assert.ok(!existsSync(join(ROOT, 'node_modules')));
  });
}

test('the oldest Node that is promised installs everything, with an npm that knows no libc', () => {
  const { status, stdout, stderr } = onOlder(
    '20.9.0',
    '9.2.0',
    'npm',
    'run',
    '--silent',
    'node',
    '--',
    '-e',
    'import("sharp").then(() => console.log("drawn"))',
  );
  assert.equal(status, 0, stderr);
  assert.equal(stdout, 'drawn\n');
  rmSync(join(ROOT, 'node_modules'), { recursive: true });
});

test('the first command in a fresh checkout installs and builds, on any Node of the machine', () => {
  const { status, stdout, stderr } = run('npx', 'abs', '--version');
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^\d+\.\d+\.\d+(?:\+\S+)?\n$/);
  assert.match(stderr, /^Installing dependencies \(once\) \.\.\.$/m);
});

test('the next commands install nothing; the first of a developer installs the rest', () => {
  assert.doesNotMatch(run('npx', 'abs', '--version').stderr, /Installing/);
  const onProjectsNode = () => run('npm', 'run', '--silent', 'node', '--', '--version');
  const { status, stdout, stderr } = onProjectsNode();
  assert.deepEqual([status, stdout], [0, `${process.version}\n`], stderr);
  assert.equal(onProjectsNode().stderr, '');
});
