import assert from 'node:assert/strict';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '../../src/platform/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function inFolder(work: (folder: string) => void): void {
  using folder = temporaryFolder();
  work(folder.path);
}

test('creates a folder and its parents, and leaves an existing one unchanged', () =>
  inFolder((folder) => {
    makeFolder(join(folder, 'a/b/c'));
    assert.ok(statSync(join(folder, 'a/b/c')).isDirectory());
    makeFolder(join(folder, 'a/b'));
  }));

test('reports what is in the way', () =>
  inFolder((folder) => {
    writeFileSync(join(folder, 'file'), '');
    assert.throws(() => makeFolder(join(folder, 'file')), /file is no folder/);
    assert.throws(() => makeFolder(join(folder, 'file/below')));
  }));

test('a folder that the system refuses is an error at once', {
  skip: !existsSync('/proc') && 'there is no /proc',
}, () => {
  assert.throws(() => makeFolder('/proc/none/below'), /ENOENT|EACCES|EPERM/);
});
