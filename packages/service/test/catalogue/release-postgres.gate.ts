/** What each release has stored in PostgreSQL is opened by this version (test/fixtures/releases/README.md). */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { openPostgresWriter } from '../../src/catalogue/postgres/writer.ts';
import { openForAll } from '../support/open-for-all.ts';
import { keepsAnswers, keepsPin, releases, startOver } from '../support/releases.ts';
import { NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';

const NO_PSQL = spawnSync('psql', ['--version']).error !== undefined && 'skipped: psql is not here';

describe('what a release has stored in PostgreSQL', { skip: NO_POSTGRES || NO_PSQL }, () => {
  const server = openForAll(() => startPostgres());

  for (const { version, data, sql, kept } of releases()) {
    test(`is opened after it was restored from a dump of ${version}, and its IDs are not given again`, async () => {
      const url = await server.createDatabase();
      const options = ['--no-psqlrc', '--quiet', '--output=/dev/null', '--set=ON_ERROR_STOP=1', `--file=${sql}`, url];
      execFileSync('psql', options);
      {
        await using app = await startOver(data, { ABS_CATALOGUE_URL: url });
        await keepsAnswers(app, kept);
        await keepsPin(app, kept);
      }
      await using postgres = openPostgres({ url });
      await using writer = openPostgresWriter(postgres);
      await writer.change(async (changes) => assert.equal(await changes.nextId('asset'), kept.nextAsset));
    });
  }
});
