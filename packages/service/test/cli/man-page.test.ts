import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMANDS, OPTIONS } from '../../src/cli/command-line.ts';
import { manPage } from '../../src/cli/man-page.ts';
import { settingsOf } from '../../src/config/declare.ts';
import { DECLARATION } from '../../src/config/settings.ts';

test('the manual page has every command, option and setting', () => {
  const page = manPage('1.2.3').replaceAll('\\', '');
  const options = Object.keys(OPTIONS).map((name) => `--${name}`);
  for (const name of [...Object.keys(COMMANDS), ...options, ...settingsOf(DECLARATION).keys()])
    assert.ok(page.includes(name), name);
});
