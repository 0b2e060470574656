import assert from 'node:assert/strict';
import { test } from 'node:test';
import { A_START, until } from '../../../core/test/support/until.ts';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { ask, NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';

test('a commit whose primary died is acknowledged only if its standby has it', { skip: NO_POSTGRES }, async () => {
  await using primary = await startPostgres(["synchronous_standby_names = ''"]);
  await using standby = await startPostgres([], { primary });
  await using postgres = openPostgres({ url: await primary.createDatabase() });
  await postgres.query('SELECT 1');
  await ask(primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await ask(primary.url, 'SELECT pg_reload_conf()');
  const isReplicated = async () =>
    (await ask(primary.url, "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")).length > 0;
  await until(isReplicated, undefined, A_START);
  await standby.stop();

  await using transaction = await postgres.begin('write');
  await transaction.query('UPDATE state SET revision = revision + 1');
  let isAcknowledged = false;
  const committed = transaction.commit().then(() => {
    isAcknowledged = true;
  });
  const waits = async (text: string) => {
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%${text}%'`;
    await until(
      async () => (await ask(primary.url, waiting)).length > 0,
      `${text} does not wait for the standby`,
      A_START,
    );
  };
  await waits('COMMIT');
  await primary.kill('SIGKILL');
  await primary.restart();
  // The restarted server shows the commit, although no standby has it, so the question for the outcome waits.
  await waits('pg_xact_status');
  assert.equal(isAcknowledged, false);
  await standby.restart();
  await committed;
});
