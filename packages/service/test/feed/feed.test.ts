import { test } from 'node:test';
import { openSqlite } from '../catalogue/open-sqlite.ts';
import { followHistory } from './histories.ts';

test('copies that follow the changes equal full listings, whatever happens', async () => {
  for (let seed = 1; seed <= 6; seed++) {
    await using stores = await openSqlite();
    await followHistory(stores, seed, 40);
  }
});
