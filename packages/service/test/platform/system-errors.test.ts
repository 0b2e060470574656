import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { codeOf, isAbsence, isFullDisk, isGone, tellsOfFullDisk } from '../../src/platform/system-errors.ts';

test('a missing file, and one below a file, are absent; a folder is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'errors-'));
  const file = join(folder, 'file');
  await writeFile(file, '');
  const codes = await Promise.all([join(folder, 'other'), join(file, 'below'), folder].map(failure));
  assert.deepEqual(
    codes.map((error) => [codeOf(error), isAbsence(error)]),
    [
      ['ENOENT', true],
      ['ENOTDIR', true],
      ['EISDIR', false],
    ],
  );
  assert.equal(codeOf(new RangeError('no code')), 'RangeError: no code');
  await rm(folder, { recursive: true });
});

test('isGone is true for absent files, and rejects if the path cannot be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'errors-'));
  const file = join(folder, 'file');
  await writeFile(file, '');
  const gone = await Promise.all([file, join(folder, 'other'), join(file, 'below')].map(isGone));
  assert.deepEqual(gone, [false, true, true]);
  const loop = join(folder, 'loop');
  await symlink('loop', loop);
  await assert.rejects(isGone(loop), { code: 'ELOOP' });
  await rm(folder, { recursive: true });
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

async function failure(path: string): Promise<unknown> {
  return await readFile(path).catch((error: unknown) => error);
}
