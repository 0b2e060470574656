import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { A_START, until } from '../../../core/test/support/until.ts';
import { openTokenListInDatabase } from '../../src/auth/token-list-postgres.ts';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { openForAll } from '../support/open-for-all.ts';
import { NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';
import { tokenListContract } from './token-list.contract.ts';

describe('tokens in PostgreSQL', { skip: NO_POSTGRES }, () => {
  const server = openForAll(() => startPostgres());

  function openAt(url: string, lagMilliseconds = 1000) {
    const postgres = openPostgres({ url, connections: 2 });
    const list = openTokenListInDatabase(postgres, { lagMilliseconds });
    return {
      ...list,
      [Symbol.asyncDispose]: async () => {
        await list[Symbol.asyncDispose]();
        await postgres[Symbol.asyncDispose]();
      },
    };
  }

  tokenListContract('PostgreSQL', async () => {
    const url = await server.createDatabase();
    const list = openAt(url);
    return { list, openAgain: async () => openAt(url), [Symbol.asyncDispose]: () => list[Symbol.asyncDispose]() };
  });

  test('the state is unknown while the server is away, and known again when it is back', async () => {
    await using list = openAt(await server.createDatabase(), 100);
    await until(() => list.state() !== undefined);
    const state = list.state();
    await server.kill();
    await until(() => list.state() === undefined, 'the state stays known');
    await assert.rejects(list.all(), { name: 'CatalogueUnreachable' });
    await server.restart();
    await until(() => list.state() === state, 'the state is never known again', A_START);
  });
});
