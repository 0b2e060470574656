import { after, before, describe } from 'node:test';
import { openPostgresCatalogue } from '../../src/catalogue/postgres/catalogue.ts';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { openPostgresIndexSource } from '../../src/catalogue/postgres/index-source.ts';
import { openPostgresPeople } from '../../src/catalogue/postgres/people.ts';
import { openPostgresWriter } from '../../src/catalogue/postgres/writer.ts';
import { ask, NO_POSTGRES, type PostgresServer, startPostgres } from '../support/servers/postgres.ts';
import { catalogueContract } from './catalogue.contract.ts';
import { indexSourceContract } from './index-source.contract.ts';
import { peopleContract } from './people.contract.ts';

describe('PostgreSQL', { skip: NO_POSTGRES ?? false }, () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server[Symbol.asyncDispose]());

  async function openAll() {
    await using stack = new AsyncDisposableStack();
    const url = await server.createDatabase();
    const postgres = stack.use(openPostgres({ url, connections: 4 }));
    const writer = stack.use(openPostgresWriter(postgres));
    const catalogue = stack.use(openPostgresCatalogue({ postgres, address: { url }, freshness: { kind: 'strict' } }));
    const people = stack.use(openPostgresPeople(postgres));
    const source = stack.use(openPostgresIndexSource(postgres));
    const forget = async () => {
      await ask(url, 'DELETE FROM changes WHERE revision < (SELECT revision FROM state)');
    };
    const owned = stack.move();
    return { writer, catalogue, people, source, forget, [Symbol.asyncDispose]: () => owned.disposeAsync() };
  }

  catalogueContract('PostgreSQL', openAll);
  indexSourceContract('PostgreSQL', openAll);
  peopleContract('PostgreSQL', openAll);
});
