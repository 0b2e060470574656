/** A real PgBouncer in front of a PostgreSQL server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../../../core/src/platform/find-program.ts';
import { freePort } from '../../../../core/test/support/free-port.ts';
import { A_START, until } from '../../../../core/test/support/until.ts';
import { ask, type PostgresServer } from './postgres.ts';

/** Why tests are skipped; false if PgBouncer is installed. */
export const NO_PGBOUNCER: string | false = findProgram('pgbouncer') === undefined && 'skipped: pgbouncer is not here';

export interface PgBouncer extends AsyncDisposable {
  /** The address of a database of the server, through the pooler. */
  through(url: string): string;
}

/** Starts a pooler that has at most `connections` to each database. */
export async function startPgBouncer(
  server: PostgresServer,
  connections: number,
  mode: 'transaction' | 'statement' = 'transaction',
): Promise<PgBouncer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'abs-pgbouncer-'));
  chmodSync(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  const { port: behind } = new URL(server.url);
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${behind} user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${connections}`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn('pgbouncer', ['--quiet', file], { ...user, cwd: folder, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const through = (url: string) => url.replace(`:${behind}/`, `:${port}/`);
  const answers = () =>
    ask(through(server.url), 'SELECT 1').then(
      () => true,
      () => false,
    );
  await until(async () => child.exitCode !== null || (await answers()), 'pgbouncer does not answer', A_START);
  if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`);
  return {
    through,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
