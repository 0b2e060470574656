/** The servers that nodes share, and catalogues in them. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Radosgw, startRadosgw } from '../../../core/test/support/servers/radosgw.ts';
import { ask, type PostgresServer, startPostgres } from '../../test/support/servers/postgres.ts';
import { type RedisServer, startRedis } from '../../test/support/servers/redis.ts';

/** Settings of a node as environment variables. */
export type NodeSettings = Readonly<Record<string, string>>;

export interface Stores extends AsyncDisposable {
  readonly database: PostgresServer;
  /** Returns the settings of nodes with an empty database and empty buckets of their own. */
  create(): Promise<NodeSettings>;
  /** Makes an empty folder, which is removed at the end. */
  newFolder(): string;
}

/** As an operator leaves them on a small machine. What a commit says is on the disk, as with SQLite. */
const POSTGRES = ['fsync = on', 'shared_buffers = 128MB', 'max_wal_size = 1GB'];
/** Objects are in memory. */
const STORE_MEGABYTES = 2048;

/** Starts PostgreSQL, radosgw and Redis. Returns the reason as a string if radosgw can't be had. */
export async function openStores(): Promise<Stores | string> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'abs-bench-nodes-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const started: Radosgw | string = await startRadosgw({ megabytes: STORE_MEGABYTES });
  if (typeof started === 'string') return started;
  const bucket = stack.use(started);
  const database = stack.use(await startPostgres(POSTGRES));
  const redis: RedisServer = stack.use(await startRedis());
  await bucket.makeBucket('nodes');
  let count = 0;
  const owned = stack.move();
  return {
    database,
    create: async () => {
      count += 1;
      return {
        ABS_CATALOGUE_URL: await database.createDatabase(),
        ABS_ORIGINALS_URL: `s3://nodes/originals-${count}`,
        ABS_DERIVED_URL: `s3://nodes/derived-${count}`,
        ABS_ORIGINALS_ENDPOINT: bucket.url,
        ABS_ORIGINALS_PATH_STYLE: 'true',
        AWS_ACCESS_KEY_ID: bucket.accessKeyId,
        AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
        ABS_COORDINATION_URL: redis.url,
      };
    },
    newFolder: () => {
      count += 1;
      const path = join(folder, String(count));
      mkdirSync(path);
      return path;
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** Removes the database of a catalogue that is not used any more. */
export async function dropCatalogue({ database }: Stores, { ABS_CATALOGUE_URL = '' }: NodeSettings): Promise<void> {
  await ask(database.url, `DROP DATABASE ${new URL(ABS_CATALOGUE_URL).pathname.slice(1)} WITH (FORCE)`);
}

/** Seconds of a processor that a process has used so far. */
export function cpuSecondsOf(pid: number): number {
  return cpuSeconds(fieldsOf(pid));
}

/** The same of all processes of a PostgreSQL server, those that have ended included. */
export function cpuSecondsOfServer({ folder }: PostgresServer): number {
  const [pid = ''] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n');
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const living = processes.map((name) => fieldsOf(Number(name))).filter(([, parent]) => parent === pid);
  return living.reduce((sum, fields) => sum + cpuSeconds(fields), cpuSeconds(fieldsOf(Number(pid)), 13));
}

/** Ticks a second of the times in `/proc`, on every common Linux. */
const TICKS = 100;

/** The sum of the times of a process in user and system mode, which have these places; at 13 those of its ended children. */
function cpuSeconds(fields: readonly string[], place = 11): number {
  return (Number(fields[place] ?? 0) + Number(fields[place + 1] ?? 0)) / TICKS;
}

/** The fields of `/proc/PID/stat` after the name, which may hold spaces; none if the process has ended. */
function fieldsOf(pid: number): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
