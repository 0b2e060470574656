import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findProgram } from '../../src/platform/find-program.ts';

test('only a file that may be executed is a program', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'abs-path-'));
  mkdirSync(join(folder, 'a-folder'));
  writeFileSync(join(folder, 'a-text'), '');
  writeFileSync(join(folder, 'a-program'), '', { mode: 0o755 });
  const path = process.env['PATH'];
  process.env['PATH'] = folder;
  context.after(() => {
    process.env['PATH'] = path;
  });
  const found = ['a-program', 'a-text', 'a-folder', 'absent', ''].map(findProgram);
  assert.deepEqual(found, [join(folder, 'a-program'), undefined, undefined, undefined, undefined]);
});
