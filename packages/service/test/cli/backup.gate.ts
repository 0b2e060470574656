/** `abs backup` and `abs restore` of a data folder: what is in them, what they say of damage, and what a death leaves. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { openBackupStore, saveDatabases } from '../../src/app/open-backup-store.ts';
import { openStorage } from '../../src/app/storage.ts';
import { backUp } from '../../src/transfer/backup/back-up.ts';
import { checkBackup } from '../../src/transfer/backup/check-backup.ts';
import { startLongService } from '../support/long-service.ts';
import { abs, contentsOfStores, makeSource, placesOfWebhooks, WEBHOOKS_ELSEWHERE } from './copy-world.ts';

const { signal } = new AbortController();

/** A data folder, a backup of it, and an empty place to restore to. */
async function world() {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  const [data, backup, restored] = [at('data'), at('backup'), at('restored')];
  await makeSource(data);
  return {
    data,
    backup,
    restored,
    backUp: () => abs(['backup', backup, '--data', data]),
    restore: () => abs(['restore', backup, '--data', restored]),
    check: (...options: readonly string[]) => abs(['check', backup, ...options]),
    change: async (): Promise<void> => {
      await using storage = await openStorage({ data });
      await storage.writer.change((changes) => changes.remove('asset', 1003));
      await storage.tokens.remove('press');
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

test('a backup made while the service runs is restored as it was, and a second one copies only what is new', async () => {
  using at = await world();
  const served = await startLongService(at.data);
  try {
    const first = await at.backUp();
    assert.deepEqual(
      [first.status, first.stderr.includes('7 originals (7 copied, 0 removed)')],
      [0, true],
      first.stderr,
    );
  } finally {
    await served.stop();
  }
  const source = await contentsOfStores({ data: at.data });
  assert.match((await at.check()).stderr, /^everything is in order\n$/);
  const names = readdirSync(at.backup);
  assert.match((await at.backUp()).stderr, /7 originals \(0 copied, 0 removed\)/);
  assert.deepEqual(readdirSync(at.backup), names);

  // Node in the image has it before anything runs.
  mkdirSync(join(at.restored, 'compile-cache'), { recursive: true });
  const restored = await at.restore();
  assert.equal(restored.status, 0, restored.stderr);
  assert.deepEqual(await contentsOfStores({ data: at.restored }), source);
  const { new: _, ...places } = await placesOfWebhooks({ data: at.restored });
  assert.deepEqual(places, WEBHOOKS_ELSEWHERE);
  assert.match((await abs(['check', '--data', at.restored])).stderr, /everything is in order/);
  const again = await at.restore();
  assert.equal(again.status, 1);
  assert.match(again.stderr, /the data folder .*restored is not empty: it has catalogue\.sqlite/);
});

test('a backup follows what was removed, and takes no other catalogue and no other folder for its own', async () => {
  using at = await world();
  assert.equal((await at.backUp()).status, 0);
  await at.change();
  const { stderr } = await at.backUp();
  assert.match(stderr, /6 originals \(0 copied, 1 removed\)/);
  assert.equal(globSync('originals/*/*/*', { cwd: at.backup }).length, 6);
  assert.equal((await at.restore()).status, 0);
  const { files: _, ...restored } = await contentsOfStores({ data: at.restored });
  const { files: __, ...source } = await contentsOfStores({ data: at.data });
  assert.deepEqual(restored, source);

  rmSync(at.restored, { recursive: true });
  {
    await using storage = await openStorage({ data: at.restored });
    await storage.writer.change((changes) => changes.put('group', { id: 1, name: 'Press' }));
  }
  const other = await abs(['backup', at.backup, '--data', at.restored]);
  assert.match(other.stderr, /backup has the backup of another catalogue; name another folder/);
  const folder = await abs(['backup', at.restored, '--data', at.data]);
  assert.match(folder.stderr, /restored is no backup: it has catalogue\.sqlite; name an empty folder/);
  const inside = await abs(['backup', join(at.data, 'backup'), '--data', at.data]);
  assert.match(inside.stderr, /lie in each other/);
  assert.deepEqual([other.status, folder.status, inside.status], [1, 1, 1]);
});

test('damaged, cut and missing files of a backup are named with the reason, and everything else is restored', async () => {
  using at = await world();
  assert.equal((await at.backUp()).status, 0);
  const [damaged = '', cut = '', gone = ''] = globSync('originals/*/*/*', { cwd: at.backup }).toSorted();
  const sizes = [damaged, cut, gone].map((path) => readFileSync(join(at.backup, path)).length);
  for (const path of [damaged, cut]) chmodSync(join(at.backup, path), 0o600);
  writeFileSync(join(at.backup, damaged), Buffer.alloc(sizes[0] ?? 0));
  truncateSync(join(at.backup, cut), 0);
  rmSync(join(at.backup, gone));
  const named = (path: string, reason: string) => new RegExp(`${path} of .* ${reason}$`, 'm');

  const checked = await at.check();
  assert.equal(checked.status, 1);
  assert.match(checked.stderr, named(damaged, 'is damaged: its SHA-256 differs'));
  assert.match(checked.stderr, named(cut, `has 0 bytes instead of ${sizes[1]}`));
  assert.match(checked.stderr, named(gone, 'is missing'));
  const restored = await at.restore();
  assert.equal(restored.status, 1);
  for (const path of [damaged, cut]) assert.match(restored.stderr, named(path, 'is damaged'));
  assert.match(restored.stderr, named(gone, 'is missing'));
  assert.match(restored.stderr, /4 originals; 3 originals of the backup are missing or damaged/);
  const { files, ...catalogue } = await contentsOfStores({ data: at.restored });
  const { files: all, ...source } = await contentsOfStores({ data: at.data });
  assert.deepEqual([catalogue, Object.keys(files).length], [source, 4]);

  // Without reading everything, only what has another size is seen.
  await at.check('--repair');
  assert.match((await at.backUp()).stderr, /7 originals \(3 copied, 0 removed\)/);
  assert.equal((await at.check()).status, 0);
  assert.equal(Object.keys(all).length, 7);
});

test('nothing is restored from a backup without a whole catalogue, and the next backup is whole again', async () => {
  using at = await world();
  assert.equal((await at.backUp()).status, 0);
  for (const [name, damage, reason] of [
    ['databases-*/catalogue.sqlite', (path: string) => truncateSync(path, 100), 'has 100 bytes instead of \\d+'],
    ['databases-*/tokens.sqlite', (path: string) => rmSync(path), 'is missing'],
    ['backup.json', (path: string) => truncateSync(path, 100), 'is damaged: line \\d+, column \\d+'],
    ['backup.json', (path: string) => rmSync(path), 'is missing: no backup into this folder was ever completed'],
    [
      'backup.json',
      (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('"revision": ', '"revision": 1')),
      'is damaged: its checksum differs',
    ],
  ] as const) {
    const [path = ''] = globSync(name, { cwd: at.backup });
    damage(join(at.backup, path));
    const { status, stderr } = await at.restore();
    assert.deepEqual([status, new RegExp(`${path}: ${reason}`).test(stderr)], [1, true], stderr);
    assert.throws(() => readdirSync(at.restored));
    assert.equal((await at.backUp()).status, 0);
  }
  assert.equal((await at.check()).status, 0);
});

test('a backup that dies at any step leaves the earlier one whole, and the next one is complete', async () => {
  using at = await world();
  assert.equal((await at.backUp()).status, 0);
  const before = await contentsOfStores({ data: at.data });
  await at.change();
  {
    // A new original, which a death may leave half copied.
    await using storage = await openStorage({ data: at.data });
    const file = join(at.data, 'new');
    writeFileSync(file, 'new bytes');
    const stored = await storage.originals.put(file, { signal });
    await storage.writer.change(async (changes) => {
      const record = await changes.record(1000);
      if (record) await changes.put('asset', { ...record, active: { ...record.active, version: 9, file: stored } });
    });
  }
  await using storage = await openStorage({ data: at.data });
  const attempt = async (step: 'saving' | 'copying' | 'replacing'): Promise<void> => {
    await using to = openBackupStore(at.backup);
    const die = (now: typeof step) => {
      if (step === now) throw new Error('died');
    };
    const originals = {
      ...storage.originals,
      leaseLocalFile: async (...asked: Parameters<typeof storage.originals.leaseLocalFile>) => {
        die('copying');
        return await storage.originals.leaseLocalFile(...asked);
      },
    };
    const save = async (folder: string) => {
      const saved = await saveDatabases({ data: at.data }, storage, { to: folder, signal, onProgress: () => {} });
      die('saving');
      return saved;
    };
    const removing = { ...to.originals, remove: async () => die('replacing') };
    const state = async () => undefined;
    const said = { onWarning: assert.fail, onProblem: assert.fail, onProgress: () => {} };
    const options = { originals, program: 'test', now: Date.now, signal, state, save, ...said };
    await assert.rejects(backUp({ ...options, to: { ...to, originals: removing } }), /died/);
  };
  for (const step of ['saving', 'copying'] as const) {
    await attempt(step);
    await using store = openBackupStore(at.backup);
    const findings = await Array.fromAsync(checkBackup(store, { repair: false, signal, onProgress: () => {} }));
    assert.deepEqual(
      findings.filter(({ text }) => !text.endsWith('belongs to no asset')),
      [],
      step,
    );
    // As a restore that was killed leaves them.
    cpSync(join(at.data, 'originals'), join(at.restored, 'originals'), { recursive: true });
    mkdirSync(join(at.restored, 'restoring'));
    assert.equal((await at.restore()).status, 0);
    const { files, ...catalogue } = await contentsOfStores({ data: at.restored });
    const { files: needed, ...earlier } = before;
    assert.deepEqual([catalogue, { ...files, ...needed }], [earlier, files]);
    rmSync(at.restored, { recursive: true });
  }
  await attempt('replacing');
  assert.equal((await at.restore()).status, 0);
  const restored = await contentsOfStores({ data: at.restored });
  assert.equal(restored.assets.find(({ id }) => id === 1000)?.active.version, 9);
  assert.equal((await at.backUp()).status, 0);
});
