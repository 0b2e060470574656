import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { settingsOf } from '../../src/config/declare.ts';
import { variableOf } from '../../src/config/environment.ts';
import { PROGRAM_VERSION } from '../../src/config/package.ts';
import { DECLARATION } from '../../src/config/settings.ts';
import { abs } from './copy-world.ts';

test('--version prints the version', async () =>
  assert.deepEqual(await abs(['--version']), { status: 0, stdout: `${PROGRAM_VERSION}\n`, stderr: '' }));

test('openapi prints the documents that the service publishes', async () => {
  for (const [args, name] of [
    [[], 'openapi.json'],
    [['--version', '3.1'], 'openapi.json'],
    [['--version', '3.2'], 'openapi-3.2.json'],
  ] as const) {
    const text = readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');
    assert.deepEqual(await abs(['openapi', ...args]), { status: 0, stdout: text, stderr: '' });
  }
  const { status, stderr } = await abs(['openapi', '--version', '2']);
  assert.equal(status, 2);
  assert.match(stderr, /^abs openapi: --version 2 is not one of 3\.1, 3\.2\n/);
});

test('a wrong command line prints usage to stderr and exits with 2', async () => {
  const { status, stdout, stderr } = await abs(['serve', '--prot', '1']);
  assert.deepEqual([status, stdout], [2, '']);
  assert.match(stderr, /^abs: serve has no option --prot; did you mean --port\?\nUsage: abs serve \[--data DIR\]/);
});

test('invalid settings are listed on stderr and exit with 2', async () => {
  const { status, stdout, stderr } = await abs(['serve', '--port', 'x'], { ABS_THREADS: 'many' });
  assert.deepEqual([status, stdout], [2, '']);
  assert.match(stderr, /^ {2}threads: "many" is not an integer from 0 to 256 \(environment variable ABS_THREADS\)$/m);
  assert.match(stderr, /^ {2}port: "x" is not an integer from 0 to 65535 \(option --port\)$/m);
});

test('reading commands refuse a folder without a catalogue, and create none', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'empty'));
  mkdirSync(join(folder, 'begun'));
  writeFileSync(join(folder, 'begun', 'catalogue.sqlite'), '');
  for (const name of ['missing', 'empty', 'begun']) {
    for (const args of [
      ['check', '--repair'],
      ['export', join(folder, 'out')],
      ['token', 'list'],
      ['reviews', 'list'],
      ['pins', 'list'],
    ]) {
      const data = join(folder, name);
      assert.deepEqual(await abs([...args, '--data', data]), {
        status: 1,
        stdout: '',
        stderr: `abs ${args[0]}: there is no catalogue in ${data}\n`,
      });
    }
  }
  assert.deepEqual(readdirSync(folder, { recursive: true }).toSorted(), ['begun', 'begun/catalogue.sqlite', 'empty']);
  assert.equal(statSync(join(folder, 'begun', 'catalogue.sqlite')).size, 0);
});

test('the help of serve lists every setting with its variable and its default', async () => {
  const { status, stdout } = await abs(['serve', '--help']);
  assert.equal(status, 0);
  for (const [key, { default: standard, meaning }] of settingsOf(DECLARATION)) {
    const start = stdout.indexOf(`\n  ${key}  ${variableOf(key)}\n`);
    assert.ok(start > 0, key);
    const entry = stdout.slice(start, stdout.indexOf('\n\n', start + 1));
    assert.ok(entry.includes(meaning) && entry.includes(`default ${JSON.stringify(standard)}`), key);
  }
});
