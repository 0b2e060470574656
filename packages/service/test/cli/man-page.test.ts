import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { COMMANDS, OPTIONS } from '../../src/cli/command-line.ts';
import { manPage } from '../../src/cli/man-page.ts';
import { settingsOf } from '../../src/config/declare.ts';
import { variableOf } from '../../src/config/environment.ts';
import { DECLARATION } from '../../src/config/settings.ts';

const PAGE = manPage('1.2.3');
const mandoc = (...args: readonly string[]) => spawnSync('mandoc', args, { input: PAGE, encoding: 'utf8' });
/** The first print of a letter that is printed twice, one over the other. */
const BOLD = new RegExp(`.${String.fromCharCode(8)}`, 'gu');
const skip = mandoc('-Tascii').status === null && 'skipped: no mandoc on this machine';

test('mandoc finds nothing to correct in the manual page', { skip }, () => {
  const { status, stdout, stderr } = mandoc('-Tlint');
  assert.deepEqual({ status, said: stdout + stderr }, { status: 0, said: '' });
});

test('the manual page shows every command, option and setting', { skip }, () => {
  const text = mandoc('-Tutf8', '-Owidth=1000').stdout.replaceAll(BOLD, '');
  for (const name of Object.keys(COMMANDS)) assert.match(text, new RegExp(`^ {7}${name}\\b`, 'm'));
  for (const name of Object.keys(OPTIONS)) assert.match(text, new RegExp(`^ {7}--${name}\\b`, 'm'));
  for (const [key, { meaning }] of settingsOf(DECLARATION)) {
    assert.ok(text.includes(`${key}, ${variableOf(key)}`), key);
    assert.ok(text.replaceAll(/\s+/g, ' ').includes(meaning), meaning);
  }
});
