import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { readExpiry } from '../../src/cli/given-rights.ts';
import { run } from '../../src/cli/token.ts';
import { UsageError } from '../../src/cli/usage-error.ts';
import { copySample } from '../support/sample.ts';
import { abs as runProgram } from './copy-world.ts';

const NOW = Date.parse('2026-03-20T12:00:00Z');

describe('abs token', () => {
  const data = newFolder();
  before(async () => {
    await copySample(data);
  });

  const abs = (...args: readonly string[]) =>
    runProgram(['token', ...args, '--data', data], { ABS_TOKEN_VERIFIER: 'static' });

  test('shows a token once, lists it without its value, stores only its hash, and revokes it by its name', async () => {
    const made = await abs('create', 'Web shop', '--user', '2', '--expires', '90d');
    assert.equal(made.status, 0);
    // 24 random bytes.
    assert.match(made.stdout, /^abs_[\w-]{32}\n$/);
    assert.equal(made.stderr, 'token Web shop for user 2: keep it now, it is not shown again\n');
    const secret = made.stdout.trim();
    assert.notEqual((await abs('create', 'other', '--user', '2')).stdout.trim(), secret);

    const listed = await abs('list');
    assert.equal(listed.status, 0);
    const [head = '', ...rows] = listed.stdout.trimEnd().split('\n');
    assert.match(head, /^NAME +USER +CREATED +LAST USED +EXPIRES$/);
    const cells = rows.map((row) => row.split(/ {2,}/));
    const lines = cells.map(([name, user, , used, expires]) => `${name}|${user}|${used}|${expires === 'never'}`);
    assert.deepEqual(lines, ['Web shop|2|never|false', 'other|2|never|true']);

    assert.equal((await abs('revoke', 'Web shop')).status, 0);
    const again = await abs('revoke', 'Web shop');
    assert.deepEqual([again.status, again.stderr], [1, 'abs token: there is no token Web shop\n']);
    assert.doesNotMatch((await abs('list')).stdout, /Web shop/);

    const entries = readFileSync(join(data, 'audit.log'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const told = entries.map(({ event, user, name }) => `${event} ${user} ${name}`);
    assert.deepEqual(told, ['token_created 2 Web shop', 'token_created 2 other', 'token_revoked 2 Web shop']);
    for (const file of readdirSync(data, { withFileTypes: true }).filter((each) => each.isFile()))
      assert.equal(readFileSync(join(data, file.name)).includes(secret), false, file.name);
  });

  /** The refusal of these arguments, in this process. */
  async function refusal(...args: readonly string[]): Promise<unknown> {
    const asked = readCommandLine(['token', ...args, '--data', data]);
    assert.ok(asked.kind === 'run');
    return run(asked.line).then(
      () => assert.fail(`${args.join(' ')} is taken`),
      (error: unknown) => error,
    );
  }

  const WRONG: Readonly<Record<string, string>> = {
    make: 'make is not one of create, list, revoke',
    create: 'create needs NAME',
    'create x': 'create needs --user ID',
    'create x --user ada': '--user ada is not a user ID',
    'create x --user 2 --expires 2020-01-01':
      '--expires 2020-01-01 is neither a date to come such as 2030-12-31 nor a time such as 90d',
    'create x --user 2 --expires soon':
      '--expires soon is neither a date to come such as 2030-12-31 nor a time such as 90d',
    'create a\tb --user 2': 'NAME is a line of 1 to 100 characters',
    [`create ${'x'.repeat(101)} --user 2`]: 'NAME is a line of 1 to 100 characters',
    'list x': 'list takes nothing more',
    revoke: 'revoke needs NAME',
    'revoke x --user 2': 'revoke takes NAME alone',
  };
  test('refuses a wrong command line and creates no token', async () => {
    for (const [words, message] of Object.entries(WRONG)) {
      const error = await refusal(...words.split(' '));
      assert.ok(error instanceof UsageError, words);
      assert.equal(error.message, message);
    }
    assert.match(String(await refusal('create', ' ', '--user', '2')), /NAME is a line/);
    const told = String(await refusal('create', 'x', '--user', '99'));
    assert.match(told, /^Error: the catalogue has no user 99, but 1 \(Service\), 2 \(Ada\)$/);
    assert.match(String(await refusal('create', 'other', '--user', '2')), /^Error: there is a token other already; /);
    assert.doesNotMatch((await abs('list')).stdout, /^x/m);
    const { status, stdout, stderr } = await abs('make');
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^abs token: make is not one of create, list, revoke\nUsage: abs token create\|list\|revoke/);
  });

  test('creates no folder by mistake, and warns if the settings lack the verifier', async () => {
    const elsewhere = await runProgram(['token', 'list', '--data', join(data, 'none')]);
    assert.equal(elsewhere.status, 1);
    assert.match(elsewhere.stderr, /there is no catalogue in/);
    const unused = await runProgram(['token', 'create', 'unused', '--user', '1', '--data', data]);
    assert.equal(unused.status, 0);
    assert.match(unused.stderr, /set token\.verifier to static/);
  });
});

test('an expiry is a duration from now, an instant, or the end of a day', () => {
  const hours = (count: number) => NOW + count * 3_600_000;
  for (const [text, end] of [
    ['12h', hours(12)],
    ['90d', hours(90 * 24)],
    ['2w', hours(14 * 24)],
    ['2026-03-20', hours(12)],
    ['2026-03-20T12:00:01Z', NOW + 1000],
    ['2026-03-20T13:00:00+01:00', undefined],
    ['2026-03-19', undefined],
    ['0d', undefined],
    ['-1d', undefined],
    ['1', undefined],
    ['1y', undefined],
    ['99999d', undefined],
    ['', undefined],
  ] as const) {
    if (end === undefined) assert.throws(() => readExpiry(text, NOW), UsageError, text);
    else assert.equal(readExpiry(text, NOW), end, text);
  }
});
