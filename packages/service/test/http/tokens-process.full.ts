/** Tokens as operators use them: a running server with several threads, and commands in other processes. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { PATIENT } from '../support/patient.ts';
import { copySample } from '../support/sample.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/entry.ts', import.meta.url));

describe('tokens of a running server with two threads', () => {
  const data = newFolder();
  let url: string;
  let child: ChildProcess;
  let log = '';
  /** How many guesses at the limited base address were refused as wrong. */
  let guessed = 0;
  before(async () => {
    await copySample(data);
    const config = write('config.json', {
      port: 0,
      threads: 2,
      token: { verifier: 'static', failuresPerMinute: 0 },
      endpoints: {
        limited: { token: { failuresPerMinute: 10 } },
        weak: { token: { verifier: 'jwt', jwt: { secret: 'short' } }, render: { seconds: 5 }, cache: { megabytes: 1 } },
      },
    });
    child = spawn(process.execPath, [MAIN, 'serve', '--config', config], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...PATIENT },
    });
    child.stderr?.on('data', (chunk) => {
      log += String(chunk);
    });
    const [line] = await once(createInterface({ input: child.stdout ?? process.stdin }), 'line');
    url = String(line).replace('listening on ', '');
  });
  after(async () => {
    if (child.exitCode === null) await stop('SIGKILL');
  });

  function write(name: string, settings: object): string {
    const path = join(data, name);
    writeFileSync(path, JSON.stringify({ data, ...settings }));
    return path;
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number> {
    const closed = once(child, 'close');
    child.kill(signal);
    const [status] = await closed;
    return Number(status);
  }

  function abs(...args: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'token', ...args, '--data', data], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    return stdout.trim();
  }

  /** Statuses of this many requests, each over a connection of its own, so that all threads answer some. */
  async function statuses(base: string, token: string, count = 24): Promise<readonly number[]> {
    const headers = { authorization: `Bearer ${token}`, connection: 'close' };
    const answers = await Promise.all(
      Array.from({ length: count }, async () => {
        const response = await fetch(`${url}${base}/asset.do?details=1005`, { headers });
        await response.arrayBuffer();
        return response.status;
      }),
    );
    return [...new Set(answers)];
  }

  test('a new token is accepted and a revoked one refused at once, on every thread', async () => {
    const token = abs('create', 'shop', '--user', '2');
    assert.deepEqual(await statuses('', token), [200]);
    abs('revoke', 'shop');
    assert.deepEqual(await statuses('', token), [401]);
  });

  test('failures are counted over all threads together', async () => {
    const all: number[] = [];
    for (let n = 0; n < 20; n += 1) all.push(...(await statuses('/limited', `guess-${n}`, 1)));
    guessed = all.filter((status) => status === 401).length;
    // Another guess is free every six seconds.
    assert.ok(guessed >= 10 && guessed < 20, `${guessed} guesses`);
    assert.deepEqual(all.slice(0, 10), Array(10).fill(401));
    assert.equal(all.filter((status) => status === 429).length, 20 - guessed);
  });

  test('the list shows when tokens were used, and SIGTERM loses no failure from the audit log', async () => {
    const token = abs('create', 'used', '--user', '2');
    const audit = () => readFileSync(join(data, 'audit.log'), 'utf8');
    assert.deepEqual(await statuses('', token), [200]);
    assert.deepEqual(await statuses('', 's3cr3t', 50), [401]);
    assert.equal(await stop(), 0);
    const count = (pattern: RegExp) => audit().match(pattern)?.length;
    // A revoked token, and wrong ones from this address and two others.
    assert.equal(count(/"sign_in_failed","address":"127.0.0.1"\}/g), 24 + 50);
    assert.equal(count(/"sign_in_failed".*"endpoint":"limited"/g), guessed);
    assert.equal(count(/"sign_in_limited".*"endpoint":"limited"/g), 1);
    assert.doesNotMatch(audit() + log, new RegExp(`s3cr3t|guess-|${token}`));
    assert.match(abs('list'), /^used +2 +/m);
    assert.doesNotMatch(abs('list'), /^used +2 +\S+ +never/m);
  });

  test('an unusable key prevents the start; the log warns of a short secret and of settings without effect', async () => {
    assert.match(log, /endpoints\.weak\.token\.jwt\.secret has less than 32 bytes/);
    assert.match(log, /endpoints\.weak\.render\.seconds has no effect: render\.seconds counts for the whole service/);
    assert.match(log, /endpoints\.weak\.cache\.megabytes has no effect/);
    assert.doesNotMatch(log, /endpoints\.weak\.render\.queue/);
    writeFileSync(join(data, 'key.pem'), 'no key');
    const config = write('wrong.json', { token: { verifier: 'jwt', jwt: { publicKeyFile: 'key.pem' } } });
    const refused = spawnSync(process.execPath, [MAIN, 'serve', '--port', '0', '--config', config], {
      encoding: 'utf8',
    });
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /token\.jwt\.publicKeyFile: the file holds no public key in PEM/);
  });
});
