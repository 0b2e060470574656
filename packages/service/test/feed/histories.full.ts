import { test } from 'node:test';
import { SEED } from '../../../core/test/support/seed.ts';
import { openSqlite } from '../catalogue/open-sqlite.ts';
import { followHistory } from './histories.ts';

const HISTORIES = 1000;

test(`copies that follow the changes equal full listings in ${HISTORIES} histories`, async () => {
  for (let seed = SEED; seed < SEED + HISTORIES; seed++) {
    await using stores = await openSqlite();
    await followHistory(stores, seed, 40);
  }
});
