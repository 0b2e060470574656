import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import type { CatalogueWriter } from '../../src/catalogue/catalogue.ts';
import { type ImportLock, ImportLockLost, type Imports } from '../../src/catalogue/imports.ts';

/** Handles of one catalogue's imports, as two processes have them. */
export interface SharedImports extends AsyncDisposable {
  readonly one: Imports;
  readonly other: Imports;
  /** Writes the catalogue in the process of `one`. */
  readonly writer: CatalogueWriter;
  /** Cuts the connections of `one`; undefined where only the death of a process takes its lock. */
  readonly cut: (() => Promise<void>) | undefined;
}

const KEYS = ['a', 'b', 'c'].map((digit) => digit.repeat(64));

/** What coordinations of imports promise. `losesLocks`: a process may lose its lock while it lives, by `cut`. */
export function importsContract(open: () => Promise<SharedImports>, { losesLocks = false } = {}): void {
  test('one import at a time has the lock, and the next one gets it when it is free', async () => {
    await using shared = await open();
    const lock = await shared.one.tryLock();
    assert.ok(lock);
    assert.deepEqual([await shared.one.tryLock(), await shared.other.tryLock()], [undefined, undefined]);
    await lock[Symbol.asyncDispose]();
    await using next = await shared.other.tryLock();
    assert.ok(next);
    assert.equal(await shared.one.tryLock(), undefined);
  });

  test('a journal of an import that has not ended shows every process what it recorded, until it ends', async () => {
    await using shared = await open();
    const journal = await shared.one.openJournal();
    for (const key of KEYS) await journal.add(key);
    const seen = async () => {
      const [left, ...more] = await shared.other.leftJournals();
      assert.deepEqual([(await left?.keys())?.toSorted(), more], [KEYS, []]);
    };
    await seen();
    await journal[Symbol.asyncDispose]();
    await seen();
    await journal.remove();
    assert.deepEqual(await shared.other.leftJournals(), []);
  });

  test('each left journal is removed alone, and once', async () => {
    await using shared = await open();
    await using first = await shared.one.openJournal();
    await using second = await shared.other.openJournal();
    await first.add(KEYS[0] ?? '');
    await second.add(KEYS[1] ?? '');
    const left = await shared.one.leftJournals();
    assert.deepEqual((await Promise.all(left.map((journal) => journal.keys()))).toSorted(), [[KEYS[0]], [KEYS[1]]]);
    await left[0]?.remove();
    await left[0]?.remove();
    assert.equal((await shared.other.leftJournals()).length, 1);
    for (const journal of [first, second]) await journal.remove();
    assert.deepEqual(await shared.one.leftJournals(), []);
  });

  test('whoever has the lock can confirm it and commit with it, and each lock has another holder', async () => {
    await using shared = await open();
    const holders = new Set<string>();
    for (const imports of [shared.one, shared.other, shared.one]) {
      await using lock = await imports.tryLock();
      assert.ok(lock);
      holders.add(lock.holder);
      await lock.confirm();
      if (imports === shared.one) {
        const name = String(holders.size);
        assert.equal(await shared.writer.change((c) => c.put('group', { id: holders.size, name }), { lock }), 'added');
      }
      assert.equal(lock.lost.aborted, false);
    }
    assert.equal(holders.size, 3);
  });

  if (losesLocks)
    test('an import that has lost its lock neither confirms it nor commits once another has had it', async () => {
      await using shared = await open();
      assert.ok(shared.cut);
      const put = (id: number, lock: ImportLock) =>
        shared.writer.change((changes) => changes.put('group', { id, name: 'a' }), { lock });
      await using lost = await shared.one.tryLock();
      assert.ok(lost);
      await put(1, lost);
      const journal = await shared.one.openJournal();
      await journal.add(KEYS[0] ?? '');
      await shared.cut();
      {
        // The server ends the lost transaction a moment later.
        let lock: ImportLock | undefined;
        await until(async () => {
          lock = await shared.other.tryLock().catch(() => undefined);
          return lock !== undefined;
        });
        await using _ = lock;
        await assert.rejects(lost.confirm(), ImportLockLost);
        assert.ok(lost.lost.reason instanceof ImportLockLost);
        for (const left of await shared.other.leftJournals()) await left.remove();
      }
      // The other has ended, too, so nobody has the lock, but its originals may be gone.
      // Statements that meet an ended connection fail.
      await until(() =>
        shared.writer.filesInUse([]).then(
          () => true,
          () => false,
        ),
      );
      await assert.rejects(put(2, lost), ImportLockLost);
      await assert.rejects(journal.add(KEYS[1] ?? ''), ImportLockLost);
      await using again = await shared.one.tryLock();
      assert.ok(again);
      await put(3, again);
      assert.equal(await shared.writer.change((changes) => changes.nextId('group')), 4);
    });
}
