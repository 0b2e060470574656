/** A real Redis in a temporary folder, for tests. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../../../core/src/platform/find-program.ts';
import { freePort } from '../../../../core/test/support/free-port.ts';
import { isListening } from '../../../../core/test/support/servers/is-listening.ts';
import { A_START, until } from '../../../../core/test/support/until.ts';

export interface RedisServer extends AsyncDisposable {
  /** `redis://127.0.0.1:PORT`; `rediss://localhost:PORT` with TLS. */
  readonly url: string;
  readonly port: number;
  /** Ends the server as an operator does. */
  stop(): Promise<void>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again on the same port, without its data. */
  restart(): Promise<void>;
  /** Sends a signal, such as SIGSTOP, after which it neither answers nor closes connections. */
  signal(name: NodeJS.Signals): void;
}

/** Why tests are skipped; false if there is a Redis or a Valkey. */
export const NO_REDIS: string | false = program() === undefined && 'skipped: redis-server is not here';

/** `REDIS_SERVER` is the path of another server than that of the PATH. */
function program(): string | undefined {
  return process.env['REDIS_SERVER'] ?? findProgram('redis-server') ?? findProgram('valkey-server');
}

/** Why tests with TLS are skipped; false if the server was built with it. */
export function lacksTls(): string | false {
  const path = program();
  if (path === undefined) return NO_REDIS;
  // Without a certificate, one that was built with it ends at once, too.
  const { stdout, stderr } = spawnSync(path, ['--port', '0', '--tls-port', '1'], { encoding: 'utf8' });
  const isUnknown = /failed finding tls support|bad directive/i.test(`${stdout}${stderr}`);
  return isUnknown && 'skipped: the server was built without TLS';
}

/** Starts a server; with `tls` it speaks nothing else. `directives` is more configuration, as arguments. */
export async function startRedis(
  options: {
    readonly password?: string;
    readonly tls?: { readonly cert: string; readonly key: string };
    readonly directives?: readonly string[];
  } = {},
): Promise<RedisServer> {
  const path = program();
  if (path === undefined) throw new Error('redis-server is not here');
  const { password, tls, directives = [] } = options;
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'abs-redis-'));
  const listening = tls
    ? ['--port', '0', '--tls-port', `${port}`, '--tls-cert-file', tls.cert, '--tls-key-file', tls.key]
    : ['--port', `${port}`];
  const args = [
    ...listening,
    ...['--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'],
    ...(tls ? ['--tls-auth-clients', 'no'] : []),
    ...(password === undefined ? [] : ['--requirepass', password]),
    ...directives,
  ];

  async function start() {
    const child = spawn(path ?? '', args, { stdio: 'ignore' });
    const ended = once(child, 'exit');
    await until(() => child.exitCode !== null || isListening(port), 'redis-server does not listen', A_START);
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
    return { child, ended };
  }

  let running = await start();
  const end = async (signal: NodeJS.Signals) => {
    running.child.kill(signal);
    await running.ended;
  };
  return {
    url: tls ? `rediss://localhost:${port}` : `redis://127.0.0.1:${port}`,
    port,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    restart: async () => {
      running = await start();
    },
    signal: (name) => {
      running.child.kill(name);
    },
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
