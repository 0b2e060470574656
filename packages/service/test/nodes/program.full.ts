/** The program as operators run it on a catalogue in PostgreSQL. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { MAIN, serve, stop } from '../http/served-program.ts';
import { SAMPLE } from '../support/sample.ts';
import { NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { A_START, until } from '../support/until.ts';

const run = promisify(execFile);

test('commands and a service of two threads use the database', { skip: NO_POSTGRES }, async (context) => {
  await using server = await startPostgres();
  using folder = temporaryFolder();
  const data = folder.path;
  const url = await server.createDatabase();
  process.env['ABS_CATALOGUE_URL'] = url;
  context.after(() => {
    process.env['ABS_CATALOGUE_URL'] = '';
  });
  const abs = async (...args: string[]) => await run(process.execPath, [MAIN, ...args, '--data', data]);

  await assert.rejects(abs('check'), /there is no catalogue in postgres:.*; import something first/);
  assert.match((await abs('import', SAMPLE)).stderr, /added/);
  assert.match((await abs('check')).stderr, /everything is in order/);
  {
    await using service = await serve(data);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => (await fetch(`${service.url}/node.do?search=a&cache=false`)).text()),
    );
    assert.equal(new Set(answers).size, 1);
    assert.match(answers[0] ?? '', /"id":1000/);
    await until(async () => (await fetch(`${service.url}/ready`)).status === 200, undefined, A_START);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    assert.match(metrics, /abs_database_connections\{state="idle"\} \d/);
    assert.doesNotMatch(metrics, /postgres:/);
    // The import of another process reaches the running service.
    assert.match((await abs('import', SAMPLE)).stderr, /0 added, 0 changed/);
    const { status } = await stop(service);
    assert.equal(status, 0);
  }
  assert.match((await abs('token', 'create', 'press', '--user', '1')).stdout, /^abs_/);
  assert.match((await abs('token', 'list')).stdout, /press/);
});

test('a service that drains answers although it is not ready, and then ends', async (context) => {
  using folder = temporaryFolder();
  const data = folder.path;
  // Much longer than two requests take.
  process.env['ABS_DRAIN_SECONDS'] = '15';
  context.after(() => {
    process.env['ABS_DRAIN_SECONDS'] = '';
  });
  await run(process.execPath, [MAIN, 'import', SAMPLE, '--data', data]);
  await using service = await serve(data);
  assert.equal((await fetch(`${service.url}/ready`)).status, 200);
  const stopped = stop(service);
  await until(async () => {
    const answer = await fetch(`${service.url}/ready`);
    return answer.status === 503 && (await answer.json()).status === 'draining';
  });
  assert.equal((await fetch(`${service.url}/node.do?about=true`)).status, 200);
  const { status, milliseconds } = await stopped;
  assert.equal(status, 0);
  assert.ok(milliseconds >= 15_000);
});
