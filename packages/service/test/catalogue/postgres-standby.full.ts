import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { A_START, until } from '../../../core/test/support/until.ts';
import { CatalogueUnreachable } from '../../src/catalogue/catalogue-errors.ts';
import { openPostgresCatalogue } from '../../src/catalogue/postgres/catalogue.ts';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { openPostgresWriter } from '../../src/catalogue/postgres/writer.ts';
import { ask, NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';
import { startSlowProxy } from '../support/slow-proxy.ts';

const STANDBY = (error: unknown) => error instanceof CatalogueUnreachable && /read-only standby/.test(error.message);
const portOf = (url: string) => Number(new URL(url).port);

test('a standby is never read, and a node heals when its address is a primary', { skip: NO_POSTGRES }, async () => {
  await using primary = await startPostgres();
  await using standby = await startPostgres([], { primary });
  await using proxy = await startSlowProxy(portOf(primary.url));
  const name = (await primary.createDatabase()).split('/').at(-1);
  const url = `postgres://postgres@127.0.0.1:${proxy.port}/${name}`;
  await using postgres = openPostgres({ url, connections: 3 });
  await using catalogue = openPostgresCatalogue({ postgres, freshness: { kind: 'bounded', lagMilliseconds: 300 } });
  await using writer = openPostgresWriter(postgres);
  const put = (id: number) => writer.change((changes) => changes.put('group', { id, name: 'a' }));
  await put(1);
  await catalogue.snapshot({ atLeast: 1 });
  const replicated = async () =>
    (await ask(`${standby.url.replace(/postgres$/, '')}${name}`, 'SELECT 1 FROM state WHERE revision = 1')).length > 0;
  await until(async () => await replicated().catch(() => false), 'the standby does not follow', A_START);

  proxy.leadTo(portOf(standby.url));
  await until(
    () => catalogue.failure() !== undefined && catalogue.snapshotAtHand() === undefined,
    'the follower still confirms',
  );
  const refused = async (run: () => Promise<unknown>) => {
    const isRefused = async () =>
      await run().then(
        () => assert.fail('a standby was read'),
        (error: unknown) => STANDBY(error),
      );
    await until(isRefused, 'a standby is not refused');
  };
  await refused(() => catalogue.snapshot());
  await refused(() => postgres.query('SELECT revision FROM state'));
  for (const mode of ['read', 'write'] as const) {
    await refused(async () => {
      await using _ = await postgres.begin(mode);
    });
  }
  await refused(() => put(2));
  await using another = openPostgres({ url });
  await refused(() => another.query('SELECT 1'));

  proxy.leadTo(portOf(primary.url));
  await until(
    async () =>
      await put(3).then(
        () => true,
        () => false,
      ),
  );
  await until(() => catalogue.snapshotAtHand()?.revision === 2, 'the reader does not heal', A_START);
  assert.deepEqual([...(await catalogue.snapshot()).model.groups.keys()], [1, 3]);
});

test('a former primary is refused by nodes that used the new one, restarted too', { skip: NO_POSTGRES }, async () => {
  using temporary = temporaryFolder();
  const folder = temporary.path;
  const timelineFile = join(folder, 'catalogue.timeline');
  await using primary = await startPostgres();
  await using standby = await startPostgres([], { primary });
  await using proxy = await startSlowProxy(portOf(primary.url));
  const url = `postgres://postgres@127.0.0.1:${proxy.port}/postgres`;
  await using postgres = openPostgres({ url, connections: 1, timelineFile });
  await using thread = openPostgres({ url, connections: 1, timelineFile });
  await using elsewhere = openPostgres({ url, connections: 1, timelineFile: join(folder, 'none', 'file') });
  const refused = async (run: () => Promise<unknown>, reason: RegExp) => {
    const isRefused = (error: unknown) => error instanceof CatalogueUnreachable && reason.test(error.message);
    await until(async () => isRefused(await run().catch((error: unknown) => error)), `not refused: ${reason}`, A_START);
  };
  const asked = () => postgres.query('SELECT revision FROM state');
  const written = async () => {
    await using _ = await postgres.begin('write');
  };
  await asked();
  for (const each of [thread, elsewhere]) await each.query('SELECT 1');
  await standby.promote();
  proxy.leadTo(portOf(standby.url));
  await until(async () => (await asked().catch(() => [])).length > 0, 'the new primary does not answer', A_START);

  proxy.leadTo(portOf(primary.url));
  const FORMER = /was the primary before a standby was promoted.*remove .*catalogue\.timeline/;
  for (const run of [asked, written, () => thread.query('SELECT 1')]) await refused(run, FORMER);
  await using restarted = openPostgres({ url, timelineFile });
  await refused(() => restarted.query('SELECT 1'), FORMER);
  // A node that has not used the new primary can't know it.
  await until(async () => (await elsewhere.query('SELECT 1').catch(() => [])).length > 0, 'refused without a reason');
  proxy.leadTo(portOf(standby.url));
  for (const run of [asked, written])
    await until(
      async () =>
        await run().then(
          () => true,
          () => false,
        ),
    );
});

test('another cluster with fewer promotions is no former primary', { skip: NO_POSTGRES }, async () => {
  using temporary = temporaryFolder();
  const folder = temporary.path;
  const timelineFile = join(folder, 'catalogue.timeline');
  await using server = await startPostgres();
  writeFileSync(timelineFile, '1234567890 0000000A\n');
  await using postgres = openPostgres({ url: server.url, timelineFile });
  await postgres.query('SELECT 1');
  assert.match(readFileSync(timelineFile, 'utf8'), /^\d+ 00000001\n$/);
  // A file that is damaged is written again.
  writeFileSync(timelineFile, 'x');
  await using other = openPostgres({ url: server.url, timelineFile });
  await other.query('SELECT 1');
  assert.match(readFileSync(timelineFile, 'utf8'), /^\d+ 00000001\n$/);
});
