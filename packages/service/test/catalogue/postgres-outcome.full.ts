import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OutcomeUnknown } from '../../src/catalogue/catalogue-errors.ts';
import { openPostgres, type Postgres } from '../../src/catalogue/postgres/database.ts';
import { findServerMark, isCommitted, selectMark } from '../../src/catalogue/postgres/outcome.ts';
import { openForAll } from '../support/open-for-all.ts';
import { NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';

describe('the outcome of a transaction in PostgreSQL', { skip: NO_POSTGRES }, () => {
  const server = openForAll(() => startPostgres());
  const postgres = openForAll(async () => openPostgres({ url: await server.createDatabase() }));

  async function write(end: 'commit' | 'roll back') {
    await using transaction = await postgres.begin('write');
    await transaction.query('UPDATE state SET revision = revision + 1');
    const [row] = await transaction.query(selectMark(serverMark));
    if (end === 'commit') await transaction.commit();
    return { id: String(row?.[0]), server: String(row?.[1]) };
  }
  const serverMark = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)';
  const ask = (sql: string, values?: readonly unknown[]) => postgres.query(sql, values);
  const asked = { name: 'a server', serverMark, ask };
  const isUnknown = (error: unknown) => error instanceof OutcomeUnknown && /outcome .* unknown/.test(error.message);

  test('is known of one that was committed and of one that was rolled back', async () => {
    assert.equal(await isCommitted(await write('commit'), asked), true);
    assert.equal(await isCommitted(await write('roll back'), asked), false);
  });

  test('is known of one that the new primary has never seen', async () => {
    const { server: mark } = await write('commit');
    assert.equal(await isCommitted({ id: '1000000000', server: mark }, asked), false);
  });

  test('is unknown where another primary may have used the same number', async () => {
    const { id } = await write('commit');
    await assert.rejects(isCommitted({ id, server: 'FFFFFFFF' }, asked), isUnknown);
  });

  test('is asked for again after any failure, until it is too late', async () => {
    const mark = await write('commit');
    let failures = 0;
    const stumbling = async (...statement: Parameters<Postgres['query']>) => {
      if (failures === 1) return await postgres.query(...statement);
      failures += 1;
      return await postgres.query('SELECT * FROM no_such_table');
    };
    assert.equal(await isCommitted(mark, { ...asked, ask: stumbling }), true);
    let time = 0;
    const now = () => {
      time += 20_000;
      return time;
    };
    await assert.rejects(isCommitted(mark, { ...asked, ask: () => postgres.query('SELECT 1/0'), now }), isUnknown);
  });

  test('is known, too, where the user may not read the timeline, unless the server was started again', async () => {
    assert.equal(await findServerMark(ask), serverMark);
    const refusing: Postgres['query'] = (sql, values) =>
      ask(sql.replace('pg_current_wal_lsn()', 'no_such_function()'), values);
    const other = await findServerMark(refusing);
    assert.notEqual(other, serverMark);
    const [row] = await ask(selectMark(other));
    const { id } = await write('commit');
    const told = { ...asked, serverMark: other };
    assert.equal(await isCommitted({ id, server: String(row?.[1]) }, told), true);
    await server.restart();
    await assert.rejects(isCommitted({ id, server: String(row?.[1]) }, told), isUnknown);
  });

  test('is not given the weaker mark for life because of an error that passes', async () => {
    const failing: Postgres['query'] = () => ask("SELECT 'a server that is full'::int");
    await assert.rejects(findServerMark(failing), /invalid input syntax/);
    assert.equal(await findServerMark(ask), serverMark);
  });
});
