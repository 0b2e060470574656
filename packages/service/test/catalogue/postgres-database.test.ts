import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { POSTGRES_MIGRATIONS } from '../../src/catalogue/postgres/schema.ts';
import { escapeNul, unescapeNul } from '../../src/catalogue/postgres/texts.ts';
import { openForAll } from '../support/open-for-all.ts';
import { NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';

test('texts with NUL and with the escape character itself survive', () => {
  for (const text of ['', 'a', 'a\0b', '\x1a', '\x1a0', '\0\x1a1\x1a', '🍎']) {
    const stored = escapeNul(text);
    assert.ok(!stored.includes('\0'));
    assert.equal(unescapeNul(stored), text);
  }
});

describe('a PostgreSQL database', { skip: NO_POSTGRES }, () => {
  const server = openForAll(() => startPostgres());

  test('pools that open an empty database together create the tables once', async () => {
    const url = await server.createDatabase();
    const pools = Array.from({ length: 5 }, () => openPostgres({ url }));
    const versions = await Promise.all(pools.map((pool) => pool.query('SELECT schema_version FROM state')));
    assert.deepEqual(versions.flat(2), Array(5).fill(POSTGRES_MIGRATIONS.length));
    for (const pool of pools) await pool[Symbol.asyncDispose]();
  });
});
