/** The program on a database that is encrypted, asked strictly, nearly out of connections, or away. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { openPostgresWriter } from '../../src/catalogue/postgres/writer.ts';
import { MAIN, serve } from '../http/served-program.ts';
import { assetOf } from '../search/contract-samples.ts';
import { freePort } from '../support/free-port.ts';
import { SAMPLE } from '../support/sample.ts';
import { encryptPostgres } from '../support/servers/encrypt-postgres.ts';
import { ask, NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';
import { newFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const FIRST_ID = 100_000;
const COMMITS = 20;

function setForTest(context: TestContext, settings: Readonly<Record<string, string>>): void {
  Object.assign(process.env, settings);
  context.after(() => {
    for (const name of Object.keys(settings)) process.env[name] = '';
  });
}

test('strict nodes over encrypted connections, three for each pool, show each commit in the next answer', {
  skip: NO_POSTGRES,
}, async (context) => {
  await using server = await startPostgres();
  const certificate = await encryptPostgres(server);
  if (certificate === undefined) return context.skip('needs openssl');
  const plain = await server.createDatabase();
  await until(async () => JSON.stringify(await ask(plain, 'SHOW ssl')).includes('on'));
  setForTest(context, {
    ABS_CATALOGUE_URL: `${plain.replace('127.0.0.1', 'localhost')}?sslmode=verify-full`,
    ABS_CATALOGUE_CA_FILE: certificate,
    ABS_CATALOGUE_FRESHNESS: 'strict',
    ABS_CATALOGUE_CONNECTIONS: '3',
  });
  const [data, other] = [newFolder(), newFolder()];
  for (const source of [SAMPLE, new URL('../fixtures/pictures', import.meta.url).pathname])
    assert.match((await run(process.execPath, [MAIN, 'import', source, '--data', data])).stderr, /added/);
  await using one = await serve(data);
  await using two = await serve(other);
  await using postgres = openPostgres({ url: plain, connections: 2 });
  await using writer = openPostgresWriter(postgres);
  const totalOf = async ({ url }: { readonly url: string }) => {
    const answer = await fetch(`${url}/node.do?search=&paginate=1`);
    assert.equal(answer.status, 200);
    return ((await answer.json()) as { total: number }).total;
  };
  const before = await totalOf(one);
  for (let commit = 1; commit <= COMMITS; commit += 1) {
    await writer.change((changes) => changes.put('asset', assetOf(FIRST_ID + commit)));
    // Connections to either thread of each node.
    const totals = await Promise.all([one, two, one, two].map(totalOf));
    assert.deepEqual(new Set(totals), new Set([before + commit]));
  }
  // No request would look for a response by its URL.
  const metrics = await (await fetch(`${one.url}/metrics`)).text();
  assert.match(metrics, /^abs_response_cache_entries 0$/m);
  const revision = new RegExp(`^abs_catalogue_revision ${await writer.change((changes) => changes.revision())}$`, 'm');
  assert.match(metrics, revision);
  const plainly =
    "SELECT 1 FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'abs' AND NOT ssl";
  // The writer of this test is the only one that doesn't encrypt.
  assert.equal((await ask(plain, plainly)).length, postgres.state().used + postgres.state().idle);
});

test('a program whose database is away does not begin, and says why in one sentence without the password', async (_context) => {
  const data = newFolder();
  const url = `postgres://abs:a-secret@127.0.0.1:${await freePort()}/abs`;
  for (const threads of ['1', '2']) {
    const env = { ...process.env, ABS_CATALOGUE_URL: url, ABS_THREADS: threads };
    for (const command of [['serve', '--port', '0'], ['import', SAMPLE], ['check']]) {
      await assert.rejects(run(process.execPath, [MAIN, ...command, '--data', data], { env }), (error) => {
        const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
        assert.deepEqual([code, stdout], [1, '']);
        const refusal = /^abs \w+: catalogue\.url: postgres:\/\/abs@127.0.0.1:\d+\/abs can't be reached \(.*\)\n$/;
        assert.match(stderr ?? '', refusal);
        return true;
      });
    }
  }
});
