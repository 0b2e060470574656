import assert from 'node:assert/strict';
import { linkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isRemoteType } from '../../../core/src/platform/remote-file-systems.ts';
import { changesBelow } from '../../src/transfer/watch.ts';
import { openWatchers } from '../../src/transfer/watchers.ts';
import { place } from './folder/imported.ts';

for (const what of ['a file on a network', 'where a link leads']) {
  test(`a watch notices that ${what} has changed, which no watcher tells`, { timeout: 60_000 }, async () => {
    using at = place();
    const [link, other] = [`${at.source}-link`, `${at.source}.txt`];
    at.write('a.txt', 'Before.');
    linkSync(join(at.source, 'a.txt'), other);
    symlinkSync(at.source, link);
    const stop = new AbortController();
    const isRemote = async () => what.includes('network');
    await using changes = changesBelow(link, { except: [], exclude: [], signal: stop.signal, isRemote });
    await changes.next();
    // As another computer writes: the folder of this name is not watched.
    if (what.includes('network')) writeFileSync(other, 'Changed.');
    else rmSync(link);
    assert.equal((await changes.next()).done, false);
    stop.abort();
  });
}

test('a folder that was removed is forgotten once another tells of its return; one on a disk that is away is not', async () => {
  using at = place();
  using watchers = openWatchers({ onChange: () => {}, isRemote: async () => false });
  const follow = () => watchers.follow(at.source, []);
  at.write('one/a.txt', 'A.');
  await follow();
  rmSync(at.source, { recursive: true });
  assert.equal(await watchers.isReplaced(), true);
  await follow();
  assert.equal(await watchers.isReplaced(), false);
  at.write('one/a.txt', 'A.');
  assert.equal(await watchers.isReplaced(), true);
  await follow();
  rmSync(join(at.source, 'one'), { recursive: true });
  await follow();
  at.write('one/a.txt', 'A.');
  assert.equal(await watchers.isReplaced(), false);
});

test('folders of networks and FUSE are polled, those of disks are not', () => {
  const types = {
    ...{ nfs: 0x6969, fuse: 0x65735546, cifs: 0xff534d42, smb2: -0x1acb2be, '9p': 0x01021997, ext4: 0xef53 },
    ...{ btrfs: 0x9123683e, xfs: 0x58465342, tmpfs: 0x01021994, overlay: 0x794c7630 },
  };
  const remote = Object.entries(types).flatMap(([name, type]) => (isRemoteType(type) ? [name] : []));
  assert.deepEqual(remote, ['nfs', 'fuse', 'cifs', 'smb2', '9p']);
});
