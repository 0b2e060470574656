import assert from 'node:assert/strict';
import { linkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { isRemoteType } from '../../src/platform/remote-file-systems.ts';
import { changesBelow } from '../../src/transfer/watch.ts';
import { place } from './folder/imported.ts';

/** What changes, which the system doesn't report to a watcher of the folder. */
const UNREPORTED: Readonly<Record<string, (folder: string, above: string) => void>> = {
  // As another computer writes: the folder of the other name is not watched.
  'a file on a network': (_, above) => writeFileSync(join(above, 'other.txt'), 'Changed.'),
  'where the link leads': (_, above) => {
    rmSync(join(above, 'link'));
    symlinkSync('.', join(above, 'link'));
  },
};

for (const [name, change] of Object.entries(UNREPORTED)) {
  test(`a watch notices a change of ${name}`, { timeout: 60_000 }, async () => {
    using at = place();
    const above = dirname(at.source);
    at.write('a.txt', 'Before.');
    linkSync(join(at.source, 'a.txt'), join(above, 'other.txt'));
    symlinkSync(at.source, join(above, 'link'));
    const stop = new AbortController();
    const asked = new Set<string>();
    const isRemote = async (folder: string) => Boolean(asked.add(folder)) && name.endsWith('network');
    const watch = { except: [], exclude: [], signal: stop.signal, isRemote };
    await using changes = changesBelow(join(above, 'link'), watch);
    await changes.next();
    assert.equal(asked.size, 1, 'each device is asked about once');
    change(at.source, above);
    assert.equal((await changes.next()).done, false);
    stop.abort();
  });
}

test('folders of networks and FUSE are polled, those of disks are not', () => {
  const types = {
    nfs: 0x6969,
    fuse: 0x65735546,
    cifs: 0xff534d42,
    smb2: -0x1acb2be,
    '9p': 0x01021997,
    ext4: 0xef53,
    btrfs: 0x9123683e,
    xfs: 0x58465342,
    tmpfs: 0x01021994,
    overlay: 0x794c7630,
  };
  const remote = Object.entries(types).flatMap(([name, type]) => (isRemoteType(type) ? [name] : []));
  assert.deepEqual(remote, ['nfs', 'fuse', 'cifs', 'smb2', '9p']);
});
