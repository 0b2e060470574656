/** The tests of Redis over the Valkey that deploy/compose.yaml starts, with its options. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readCompose } from '../../../core/test/support/compose.ts';
import { programOf, VALKEY } from '../../../core/test/support/servers/wheels.ts';

const valkey = programOf(VALKEY);

if ('missing' in valkey) {
  test('Valkey', { skip: valkey.missing }, () => {});
} else {
  const { image = '', command: [name, ...options] = [] } = readCompose().services['valkey'] ?? {};
  test('the image of compose.yaml has the version that is tested here', () => {
    const [, tag = ''] = image.split(':');
    assert.match(execFileSync(valkey.path, ['--version'], { encoding: 'utf8' }), new RegExp(` v=${tag}\\.`));
    assert.equal(name, 'valkey-server');
  });
  const folder = mkdtempSync(join(tmpdir(), 'abs-valkey-'));
  // A hook of Node's would run as soon as the test above has ended, while the files below are still loaded.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'valkey-server');
  // Later options, those of a test, replace earlier ones.
  const words = [valkey.path, ...options].map((word) => `'${word}'`);
  writeFileSync(program, `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`);
  chmodSync(program, 0o755);
  process.env['REDIS_SERVER'] = program;
  for (const tests of ['redis.test.ts', 'redis-faults.full.ts']) await import(`./${tests}`);
}
