import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { freePort } from '../../../core/test/support/free-port.ts';
import { until } from '../../../core/test/support/until.ts';
import { CatalogueBusy, CatalogueFull, CatalogueUnreachable } from '../../src/catalogue/catalogue-errors.ts';
import type { PostgresAddress } from '../../src/catalogue/postgres/connection.ts';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { openPostgresWriter } from '../../src/catalogue/postgres/writer.ts';
import { openForAll } from '../support/open-for-all.ts';
import { encryptPostgres } from '../support/servers/encrypt-postgres.ts';
import { ask, NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';
import { startSlowProxy } from '../support/slow-proxy.ts';

const PASSWORD = 'a secret';

describe('a PostgreSQL server that fails', { skip: NO_POSTGRES }, () => {
  const server = openForAll(() => startPostgres());
  before(async () => {
    const rules = join(server.folder, 'data', 'pg_hba.conf');
    writeFileSync(rules, `host all locked 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`);
    await ask(server.url, `CREATE ROLE locked LOGIN PASSWORD '${PASSWORD}'`);
    await ask(server.url, 'SELECT pg_reload_conf()');
  });

  const refusal = async (address: PostgresAddress) => {
    await using postgres = openPostgres(address);
    const error = await postgres.query('SELECT 1').then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof CatalogueUnreachable, String(error));
    assert.ok(!error.message.includes('secret') && !error.message.includes('%20'));
    return error.message;
  };

  test('what keeps a service from its database is one sentence that names the setting', async () => {
    const as = (login: string, url = server.url) => url.replace('postgres@', `${login}@`);
    const url = await server.createDatabase();
    const nobody = await refusal({ url: `postgres://a@127.0.0.1:${await freePort()}/b` });
    assert.match(nobody, /^catalogue\.url: .* can't be re/);
    assert.match(await refusal({ url: 'postgres://a@name.invalid/b' }), /^catalogue\.url: .* can't be reached/);
    const wrong = await refusal({ url: as('locked:the%20wrong%20secret') });
    assert.match(wrong, /refuses this user; check name and password/);
    assert.match(await refusal({ url: as('locked') }), /password/);
    assert.match(await refusal({ url: server.url.replace(/\/postgres$/, '/none') }), /has no such database/);
    assert.match(await refusal({ url: as('locked:a%20secret', url) }), /lacks rights/);
    assert.match(await refusal({ url: `${url}?sslmode=require` }), /doesn't encrypt/);
  });

  test('the password may be in a file', async () => {
    await ask(server.url, 'CREATE DATABASE owned OWNER locked');
    const url = server.url.replace('postgres@', 'locked@').replace(/\/postgres$/, '/owned');
    await using postgres = openPostgres({ url, passwordFile: { text: PASSWORD } });
    assert.deepEqual(await postgres.query('SELECT revision FROM state'), [[0]]);
  });

  test('tables of another program, of a newer version, and a standby are refused', async () => {
    const foreign = await server.createDatabase();
    await ask(foreign, 'CREATE TABLE state (id int)');
    assert.match(await refusal({ url: foreign }), /another program/);
    const newer = await server.createDatabase();
    {
      await using postgres = openPostgres({ url: newer });
      await postgres.query('UPDATE state SET schema_version = 1000');
    }
    assert.match(await refusal({ url: newer }), /newer version/);
    const standby = await server.createDatabase();
    await ask(standby, `ALTER DATABASE ${standby.split('/').at(-1)} SET default_transaction_read_only = on`);
    assert.match(await refusal({ url: standby }), /read-only standby/);
  });

  test('a certificate that nothing vouches for is refused, and one that caFile vouches for is taken', async (t) => {
    await using encrypted = await startPostgres();
    const certificate = await encryptPostgres(encrypted);
    if (certificate === undefined) {
      t.skip('needs openssl');
      return;
    }
    const caFile = { text: readFileSync(certificate, 'utf8') };
    const byName = encrypted.url.replace('127.0.0.1', 'localhost');
    // The server reads its settings again a moment later.
    await until(async () => !/doesn't encrypt/.test(await refusal({ url: `${byName}?sslmode=verify-full` })));
    const untrusted = /^catalogue\.url: the certificate of .* is not trusted; check caFile and sslmode/;
    assert.match(await refusal({ url: `${byName}?sslmode=verify-full` }), untrusted);
    const misnamed = /^catalogue\.url: the certificate of .* is for other host names; the URL must use one of them \(/;
    assert.match(await refusal({ url: `${encrypted.url}?sslmode=verify-full`, caFile }), misnamed);
    const good = [
      { url: `${byName}?sslmode=verify-full`, caFile },
      { url: byName, caFile },
      { url: `${encrypted.url}?sslmode=require`, caFile },
      { url: `${encrypted.url}?sslmode=require` },
    ];
    for (const address of good) {
      await using postgres = openPostgres(address);
      const encryption = await postgres.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
      assert.deepEqual(encryption, [[true]]);
    }
  });

  test('a server that freezes once it has let a connection in holds nobody', { timeout: 300_000 }, async () => {
    await using proxy = await startSlowProxy(Number(new URL(server.url).port));
    const url = server.url.replace(/:\d+\//, `:${proxy.port}/`);
    await using postgres = openPostgres({ url });
    await postgres.query('SELECT 1');
    proxy.freeze();
    proxy.cut();
    await until(() => postgres.state().idle === 0, 'the connection is not lost');
    const calls = [postgres.query('SELECT 1'), postgres.begin('write'), postgres.sideConnection.query('SELECT 1')];
    await Promise.all(calls.map((call) => assert.rejects(call, CatalogueUnreachable)));
    assert.equal(postgres.state().used, 0);
  });

  test('a writer that waits too long for another one rejects, and a full disk is told', async () => {
    const url = await server.createDatabase();
    await using postgres = openPostgres({ url });
    await using patient = openPostgresWriter(postgres);
    await using hasty = openPostgresWriter(postgres, { lockWaitSeconds: 0.05 });
    await patient.change(async (changes) => {
      await changes.put('group', { id: 1, name: 'a' });
      await assert.rejects(hasty.filesInUse([]), CatalogueBusy);
    });
    await hasty.filesInUse([]);
    await ask(
      url,
      `CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'full' USING ERRCODE = '53100'; END $$;
       CREATE TRIGGER fill BEFORE INSERT ON definitions EXECUTE FUNCTION fill()`,
    );
    await assert.rejects(
      patient.change((changes) => changes.put('group', { id: 2, name: 'b' })),
      CatalogueFull,
    );
  });

  test('a write is lost whole when the server dies, and a writer heals when it is back', async () => {
    const url = await server.createDatabase();
    await using postgres = openPostgres({ url });
    await using writer = openPostgresWriter(postgres);
    const put = (id: number) => writer.change((changes) => changes.put('group', { id, name: 'a' }));
    await put(1);
    const lost = writer.change(async (changes) => {
      await changes.put('group', { id: 2, name: 'b' });
      await changes.nextId('group');
      await server.kill();
    });
    await assert.rejects(lost, CatalogueUnreachable);
    await assert.rejects(put(3), CatalogueUnreachable);
    await server.restart();
    await put(4);
    assert.deepEqual(await postgres.query('SELECT id FROM definitions ORDER BY id'), [[1], [4]]);
  });

  test('a commit whose answer is lost is known to have happened', async () => {
    const url = await server.createDatabase();
    await using proxy = await openLossyProxy(url);
    await using postgres = openPostgres({ url: proxy.url });
    await using writer = openPostgresWriter(postgres);
    await writer.change((changes) => changes.put('group', { id: 1, name: 'a' }));
    proxy.loseNextCommit();
    assert.equal(await writer.change((changes) => changes.put('group', { id: 2, name: 'b' })), 'added');
    assert.equal(proxy.lost(), 1);
    assert.deepEqual(await postgres.query('SELECT id FROM definitions ORDER BY id'), [[1], [2]]);
  });
});

/** A proxy that can end a connection instead of passing on the server's answer to COMMIT. */
async function openLossyProxy(target: string) {
  const { port } = new URL(target);
  const sockets = new Set<Socket>();
  let isArmed = false;
  let lost = 0;
  const listener = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1');
    let isLosing = false;
    let isLost = false;
    client.on('data', (bytes) => {
      if (isArmed && bytes.includes('COMMIT\0')) [isArmed, isLosing] = [false, true];
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!isLosing) client.write(bytes);
      else if (!isLost) {
        // An answer may come in several pieces.
        isLost = true;
        lost += 1;
        client.destroy();
      }
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  });
  const own = await freePort();
  await new Promise<void>((done) => listener.listen(own, '127.0.0.1', done));
  return {
    url: target.replace(`:${port}/`, `:${own}/`),
    loseNextCommit: () => {
      isArmed = true;
    },
    lost: () => lost,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => listener.close(done));
    },
  };
}
