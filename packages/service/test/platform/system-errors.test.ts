import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { codeOf, isAbsence, isFullDisk, isGone, tellsOfFullDisk } from '../../src/platform/system-errors.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a missing file, and one below a file, are absent; a folder is not, nor is a path that cannot be read', async () => {
  using folder = temporaryFolder();
  const file = folder.file('file');
  await writeFile(file, '');
  for (const [path, code, isAbsent] of [
    [folder.file('other'), 'ENOENT', true],
    [join(file, 'below'), 'ENOTDIR', true],
    [folder.path, 'EISDIR', false],
  ] as const) {
    const error = await readFile(path).catch((reason: unknown) => reason);
    assert.deepEqual([codeOf(error), isAbsence(error), await isGone(path)], [code, isAbsent, isAbsent]);
  }
  assert.equal(await isGone(file), false);
  assert.equal(codeOf(new RangeError('no code')), 'RangeError: no code');
  const loop = folder.file('loop');
  await symlink('loop', loop);
  await assert.rejects(isGone(loop), { code: 'ELOOP' });
});

test('a full disk is recognised by its error code, and by the message of a program', {
  skip: !existsSync('/dev/full') && 'there is no /dev/full',
}, async () => {
  const error = await writeFile('/dev/full', 'x').catch((reason: unknown) => reason);
  assert.deepEqual([isFullDisk(error), isAbsence(error)], [true, false]);
  const program = promisify(execFile)('dd', ['if=/dev/zero', 'of=/dev/full', 'count=1'], {
    env: { ...process.env, LC_ALL: 'C' },
  });
  await assert.rejects(program, ({ stderr }: { stderr: string }) => tellsOfFullDisk(stderr));
  assert.equal(tellsOfFullDisk('the file is damaged'), false);
});
