import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../../../core/test/support/free-port.ts';
import { A_START, until } from '../../../../core/test/support/until.ts';

const run = promisify(execFile);

/** A PostgreSQL server in a temporary folder, which listens on a port of this machine. */
export interface PostgresServer extends AsyncDisposable {
  /** Address of the database `postgres`, as the owner of the server. */
  readonly url: string;
  readonly folder: string;
  /** Creates an empty database and returns its address. */
  createDatabase(): Promise<string>;
  /** Stops the server as an operator does; running statements are cancelled. */
  stop(): Promise<void>;
  /** Ends all processes of the server at once, as a loss of power does; SIGKILL doesn't even let them tell their clients. */
  kill(signal?: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** Starts the server again on the same port. */
  restart(): Promise<void>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
}

/** Why tests are skipped; false if there is a PostgreSQL. */
export const NO_POSTGRES: string | false =
  folderOf('initdb', 'postgres') === undefined && 'skipped: PostgreSQL 15 or newer (initdb, postgres) is not here';

/** Folder of programs of the server, which many systems keep out of the PATH. */
function folderOf(...programs: readonly string[]): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
  ];
  return folders.find((folder) => programs.every((name) => existsSync(join(folder, name))));
}

/** The server refuses to run as root, so root runs it as the user `nobody`. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Starts a server with these lines of `postgresql.conf`; with `primary`, a hot standby that follows that one. */
export async function startPostgres(
  settings: readonly string[] = [],
  { primary, environment }: { readonly primary?: PostgresServer; readonly environment?: NodeJS.ProcessEnv } = {},
): Promise<PostgresServer> {
  const bin = folderOf('initdb', 'postgres');
  if (bin === undefined) throw new Error('PostgreSQL is not here');
  const folder = mkdtempSync(join(tmpdir(), 'abs-postgres-'));
  const data = join(folder, 'data');
  chmodSync(folder, 0o755);
  if (NOBODY.uid !== undefined) chownSync(folder, NOBODY.uid, NOBODY.gid);
  const options = { ...NOBODY, cwd: folder, env: { ...process.env, ...environment, LC_ALL: 'C' } };
  if (primary) {
    const from = ['-d', primary.url, '-D', data, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
    await run(join(folderOf('pg_basebackup') ?? bin, 'pg_basebackup'), from, options);
  } else {
    await run(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], options);
  }
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const lines = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = ''`,
    // The tests lose no power, and most write much.
    'fsync = off',
    'shared_buffers = 64MB',
    ...settings,
  ];
  writeFileSync(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`);

  let server = spawn(join(bin, 'postgres'), ['-D', data], { ...options, stdio: 'ignore' });
  await answers();

  async function answers(): Promise<void> {
    await until(
      async () => {
        if (server.exitCode !== null) throw new Error(`PostgreSQL ended with status ${server.exitCode}`);
        try {
          await ask(url, 'SELECT 1');
          return true;
        } catch {
          return false;
        }
      },
      'PostgreSQL does not answer',
      A_START,
    );
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  return {
    url,
    folder,
    createDatabase: async () => {
      const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`;
      await ask(url, `CREATE DATABASE ${name}`);
      return url.replace(/\/postgres$/, `/${name}`);
    },
    // SIGINT is a fast shutdown: it doesn't wait for clients.
    stop: () => end('SIGINT'),
    // SIGQUIT ends every process without a checkpoint; the next start recovers from the log.
    kill: async (signal = 'SIGQUIT') => {
      if (signal === 'SIGQUIT') return await end(signal);
      // Stopped, it starts no further process.
      server.kill('SIGSTOP');
      const own = await childrenOf(server.pid);
      const ended = end(signal);
      for (const pid of own) killIfAlive(pid);
      await ended;
      // Until they are gone, the memory that they share keeps the server from starting again.
      await until(async () => !(await areAlive(own)), 'processes of PostgreSQL do not end', A_START);
    },
    restart: async () => {
      await end('SIGINT');
      server = spawn(join(bin, 'postgres'), ['-D', data], { ...options, stdio: 'ignore' });
      await answers();
    },
    promote: async () => {
      await ask(url, 'SELECT pg_promote()');
    },
    [Symbol.asyncDispose]: async () => {
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** IDs of the processes that a process has started and that run. */
async function childrenOf(pid: number | undefined): Promise<readonly number[]> {
  // Fails if there is none.
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.split(/\s+/).filter(Boolean).map(Number);
}

/** True while one of the processes runs; one that nobody has waited for doesn't. */
async function areAlive(pids: readonly number[]): Promise<boolean> {
  const { stdout } = await run('ps', ['-o', 'stat=', '-p', `${process.pid},${pids.join(',')}`]);
  return (
    stdout
      .trim()
      .split('\n')
      .filter((state) => !state.startsWith('Z')).length > 1
  );
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** Runs one statement with a connection of its own. */
export async function ask(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
