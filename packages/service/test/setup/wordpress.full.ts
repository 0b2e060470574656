/** The plug-in of examples/wordpress with the WordPress of Debian: its blocks in PHP. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { PROJECT } from './packed.ts';

const EXAMPLE = join(PROJECT, 'examples/wordpress');

/** WordPress as Debian has it, in a folder; nothing is installed. Undefined if it can't be had. */
function unpack(): string | undefined {
  const folder = newFolder();
  if (spawnSync('apt-get', ['download', 'wordpress'], { cwd: folder }).status !== 0) return undefined;
  const [file = ''] = readdirSync(folder);
  execFileSync('dpkg', ['-x', file, 'x'], { cwd: folder });
  return join(folder, 'x/usr/share/wordpress');
}

const wordpress = spawnSync('php', ['--version']).status === 0 ? unpack() : undefined;

describe('the plug-in in WordPress', {
  skip: !wordpress && 'skipped: PHP or the Debian package is not to be had',
}, () => {
  test('posts are rendered by its blocks', () => {
    const options = ['-d', 'error_reporting=-1', join(EXAMPLE, 'test.php'), wordpress ?? ''];
    assert.match(String(execFileSync('php', options)), /: all as expected\n$/);
  });
});
