import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Imports } from '../../src/catalogue/imports.ts';

/** Handles of one catalogue's imports, as two processes have them. */
export interface SharedImports extends AsyncDisposable {
  readonly one: Imports;
  readonly other: Imports;
}

const KEYS = ['a', 'b', 'c'].map((digit) => digit.repeat(64));

/** Tests what every coordination of imports promises. `open` opens a new empty catalogue. */
export function importsContract(open: () => Promise<SharedImports>): void {
  test('one import at a time has the lock, and the next one gets it when it is free', async () => {
    await using shared = await open();
    const lock = await shared.one.tryLock();
    assert.ok(lock);
    assert.equal(await shared.one.tryLock(), undefined);
    assert.equal(await shared.other.tryLock(), undefined);
    await lock[Symbol.asyncDispose]();
    await using next = await shared.other.tryLock();
    assert.ok(next);
    assert.equal(await shared.one.tryLock(), undefined);
  });

  test('a journal of an import that has not ended shows every process what it recorded, until it ends', async () => {
    await using shared = await open();
    {
      await using journal = await shared.one.openJournal();
      for (const key of KEYS) await journal.add(key);
      const [left, ...more] = await shared.other.leftJournals();
      assert.deepEqual([(await left?.keys())?.toSorted(), more], [KEYS, []]);
    }
    assert.deepEqual(await shared.other.leftJournals(), []);
  });

  test('each left journal is removed alone, and once', async () => {
    await using shared = await open();
    const [first, second] = [await shared.one.openJournal(), await shared.other.openJournal()];
    await first.add(KEYS[0] ?? '');
    await second.add(KEYS[1] ?? '');
    const left = await shared.one.leftJournals();
    assert.deepEqual((await Promise.all(left.map((journal) => journal.keys()))).toSorted(), [[KEYS[0]], [KEYS[1]]]);
    await left[0]?.remove();
    await left[0]?.remove();
    assert.equal((await shared.other.leftJournals()).length, 1);
    for (const journal of [first, second]) await journal[Symbol.asyncDispose]();
    assert.deepEqual(await shared.one.leftJournals(), []);
  });
}
