import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

// Installs for real, with an empty cache: needs the network and half a minute, so `npm run test:setup` runs it, not `npm test`.

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
const ROOT = mkdtempSync(join(tmpdir(), 'abs-install-'));
after(() => rmSync(ROOT, { recursive: true, force: true }));

for (const name of ['package.json', 'package-lock.json', '.npmrc', 'scripts', 'src']) {
  cpSync(join(PROJECT, name), join(ROOT, name), { recursive: true });
}

/** The machine as it was before the project brought its own Node. */
const PATH = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((part) => !part.includes('node_modules'))
  .join(delimiter);

function run(command: string, ...args: readonly string[]) {
  const started = performance.now();
  const env = { ...process.env, PATH, npm_config_cache: join(ROOT, 'cache') };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, env, encoding: 'utf8' });
  return { status, stdout, stderr, milliseconds: performance.now() - started };
}

test('the first command in a fresh checkout installs, on whatever Node the machine has', () => {
  const { status, stdout, stderr } = run('npx', 'abs', '--version');
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  assert.match(stderr, /^Installing dependencies \(once\) \.\.\.$/m);
});

test('the next commands run on the Node of the project and install nothing', () => {
  const { status, stdout, stderr } = run('npm', 'run', '--silent', 'node', '--', '--version');
  assert.equal(status, 0, stderr);
  assert.equal(stdout, `${process.version}\n`);
  assert.doesNotMatch(stderr, /Installing/);
});

test('where everything is there, set-up is silent and takes no time that anybody notices', () => {
  const { status, stdout, stderr, milliseconds } = run('node', 'scripts/setup.mjs');
  assert.deepEqual([status, stdout, stderr], [0, '', '']);
  assert.ok(milliseconds < 500, `${milliseconds} ms`);
});
