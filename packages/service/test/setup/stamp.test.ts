import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stampedVersion } from '../../../../scripts/stamp.mjs';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
/** A commit at a known time, whatever the settings of the machine. */
const ENVIRONMENT = {
  ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', GIT_COMMITTER_DATE: '2026-03-01T12:00:00Z' },
  ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' },
};

test('a build has the day and the commit in its version, in a checkout and in an archive of one', () => {
  const [root, archive] = [newFolder(), newFolder()];
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, ...args], { env: { ...process.env, ...ENVIRONMENT } });
  writeFileSync(join(root, 'package.json'), '{ "version": "4.5.6" }');
  mkdirSync(join(root, 'scripts'));
  for (const path of ['.gitattributes', 'scripts/stamp.txt']) cpSync(join(PROJECT, path), join(root, path));
  assert.equal(stampedVersion(root), undefined);
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'First');
  const stamped = `4.5.6+2026-03-01.${git('rev-parse', 'HEAD').toString().slice(0, 8)}`;
  assert.equal(stampedVersion(root), stamped);
  execFileSync('tar', ['-xC', archive], { input: git('archive', 'HEAD') });
  assert.equal(stampedVersion(archive), stamped);
  writeFileSync(join(root, 'package.json'), '{ "version": "4.5.7" }');
  assert.equal(stampedVersion(root), `${stamped.replace('4.5.6', '4.5.7')}.modified`);
});
