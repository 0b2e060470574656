import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { A_START, until } from '../../../core/test/support/until.ts';
import { openTokenListInDatabase } from '../../src/auth/token-list-postgres.ts';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { openPostgresWriter } from '../../src/catalogue/postgres/writer.ts';
import { startNode } from '../support/app.ts';
import { NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';

test('a revoked token is refused by every node, and none is trusted while the database is away', {
  skip: NO_POSTGRES,
}, async () => {
  await using server = await startPostgres();
  const url = await server.createDatabase();
  await using postgres = openPostgres({ url, connections: 2 });
  await using writer = openPostgresWriter(postgres);
  await writer.change((c) => c.put('user', { id: 7, name: 'Press', groups: [], isService: false }));
  await using list = openTokenListInDatabase(postgres, { lagMilliseconds: 1000 });
  const add = (name: string) =>
    list.add({
      name,
      user: 7,
      sha256: createHash('sha256').update(`abs_${name}`).digest(),
      created: 0,
      expires: undefined,
    });
  const settings = {
    ABS_CATALOGUE_URL: url,
    ABS_CATALOGUE_LAG_MILLISECONDS: 300,
    ABS_TOKEN_VERIFIER: 'static',
  };
  await using one = await startNode(settings);
  await using other = await startNode(settings);
  const statusOf = async (node: { readonly url: string }, name: string) => {
    const response = await fetch(`${node.url}/node.do?about=true`, {
      headers: { authorization: `Bearer abs_${name}` },
    });
    await response.body?.cancel();
    return response.status;
  };
  /** The first status that is not that of a database which answers late. */
  const settledStatusOf = async (node: { readonly url: string }, name: string) => {
    let status = 503;
    await until(async () => {
      status = await statusOf(node, name);
      return status !== 503;
    });
    return status;
  };

  await add('short');
  await add('long');
  for (const node of [one, other]) {
    await until(async () => (await statusOf(node, 'short')) === 200);
    await until(async () => (await statusOf(node, 'long')) === 200, undefined, A_START);
  }
  await list.remove('short');
  for (const node of [one, other]) {
    await until(async () => (await statusOf(node, 'short')) === 401);
    assert.equal(await settledStatusOf(node, 'long'), 200);
  }
  await server.kill();
  for (const node of [one, other]) await until(async () => (await statusOf(node, 'long')) === 503);
  await server.restart();
  for (const node of [one, other]) await until(async () => (await statusOf(node, 'long')) === 200, undefined, A_START);
  for (const node of [one, other]) assert.equal(await settledStatusOf(node, 'short'), 401);
});
