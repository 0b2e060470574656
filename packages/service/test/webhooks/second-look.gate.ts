/** A receiver whose name has a public address at the first look and a private one at the next gets nothing. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';

/** A network with nothing in it, where the test answers questions for names. */
const APART = ['--net', '--mount'];
const canBeApart = spawnSync('unshare', [...APART, 'ip', 'link', 'set', 'lo', 'up']).status === 0;
const PROGRAM = fileURLToPath(new URL('changing-name.ts', import.meta.url));

test('a name is judged anew at each try, by the very addresses that are connected to', {
  skip: !canBeApart && 'no network of its own can be made here (unshare, ip)',
}, () => {
  const servers = join(newFolder(), 'resolv.conf');
  writeFileSync(servers, 'nameserver 127.0.0.1\n');
  const begin = 'ip link set lo up && mount --bind "$1" /etc/resolv.conf && exec "$2" "$3"';
  const args = [...APART, 'sh', '-c', begin, 'sh', servers, process.execPath, PROGRAM];
  const { outcomes, asked, got } = JSON.parse(execFileSync('unshare', args, { encoding: 'utf8' }));
  assert.deepEqual(outcomes, ['ENETUNREACH', 'ENOTPUBLIC', 'ENETUNREACH', 'accepted']);
  assert.equal(asked, 4);
  assert.equal(got, 1, 'only the try that may reach private addresses does');
});
