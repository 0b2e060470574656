/** Nodes as programs of their own, which can be killed, on real servers that can be killed, too. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../../core/test/support/free-port.ts';
import type { Radosgw } from '../../../core/test/support/servers/radosgw.ts';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { MAIN } from '../http/served-program.ts';
import { PATIENT } from '../support/patient.ts';
import { type PostgresServer, startPostgres } from '../support/servers/postgres.ts';
import { type RedisServer, startRedis } from '../support/servers/redis.ts';

/** A node that can be killed and started again on the same port. */
export interface NodeProgram {
  readonly name: string;
  readonly url: string;
  /** Number of starts so far; negative while it is killed. */
  life(): number;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** The end of its log. */
  told(): string;
}

/** `abs import`, which runs. */
export interface RunningImport {
  /** Status and stderr; the status is null if it was killed. */
  readonly ended: Promise<{ readonly status: number | null; readonly told: string }>;
  kill(): void;
}

export interface Programs extends AsyncDisposable {
  readonly nodes: readonly NodeProgram[];
  readonly database: PostgresServer;
  /** Address of the catalogue in `database`. */
  readonly catalogueUrl: string;
  readonly redis: RedisServer;
  readonly store: Radosgw;
  beginImport(bundle: string): RunningImport;
  /** Runs another command to its end. Returns its status and stderr. */
  run(...command: readonly string[]): RunningImport['ended'];
}

export type ServerName = 'database' | 'redis' | 'store';

/** Starts PostgreSQL, Redis and `count` nodes; `portFor` and `host` say how these reach servers. Ends `store`, too. */
export async function openPrograms(options: {
  readonly count: number;
  readonly bundle: string;
  readonly store: Radosgw;
  readonly database?: PostgresServer;
  readonly settings?: Readonly<Record<string, string>>;
  readonly portFor?: (server: ServerName, port: number) => Promise<number>;
  readonly host?: string;
}): Promise<Programs> {
  const { count, bundle, store, host = '127.0.0.1', portFor = async (_, port) => port } = options;
  await using stack = new AsyncDisposableStack();
  stack.use(store);
  const { path: folder } = stack.use(temporaryFolder());
  const database = stack.use(options.database ?? (await startPostgres()));
  const redis = stack.use(await startRedis());
  await store.makeBucket('nodes');
  const addresses = {
    ABS_CATALOGUE_URL: await database.createDatabase(),
    ABS_ORIGINALS_ENDPOINT: store.url,
    ABS_COORDINATION_URL: redis.url,
  };
  const common = {
    ...PATIENT,
    ...process.env,
    ABS_ORIGINALS_URL: 's3://nodes/originals',
    ABS_DERIVED_URL: 's3://nodes/derived',
    ABS_ORIGINALS_PATH_STYLE: 'true',
    AWS_ACCESS_KEY_ID: store.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.secretAccessKey,
    ABS_THREADS: '1',
    // So high that nothing is refused, but each write asks Redis.
    ABS_REVIEW_PER_MINUTE: '100000',
    ABS_PIN_PER_MINUTE: '100000',
    ABS_PIN_PARENT_NODE: '20',
    ...options.settings,
  };
  const led = async (server: ServerName, address: string) => {
    const url = new URL(address);
    const port = await portFor(server, Number(url.port));
    return address.replace(url.host, `${host}:${port}`);
  };
  const ofNodes = {
    ...common,
    ABS_CATALOGUE_URL: await led('database', addresses.ABS_CATALOGUE_URL),
    ABS_ORIGINALS_ENDPOINT: await led('store', addresses.ABS_ORIGINALS_ENDPOINT),
    ABS_COORDINATION_URL: await led('redis', addresses.ABS_COORDINATION_URL),
  };

  function begin(...command: readonly string[]): RunningImport {
    const child = spawn(process.execPath, [MAIN, ...command, '--data', join(folder, 'commands')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...common, ...addresses },
    });
    const told = tailOf(child);
    const ended = once(child, 'close').then(([status]) => ({ status: status as number | null, told: told() }));
    return { ended, kill: () => void child.kill('SIGKILL') };
  }

  mkdirSync(join(folder, 'commands'));
  const first = await begin('import', bundle).ended;
  if (first.status !== 0) throw new Error(first.told);
  const nodes: NodeProgram[] = [];
  for (let at = 1; at <= count; at += 1)
    nodes.push(stack.use(await openNode(`node${at}`, join(folder, `node${at}`), ofNodes)));
  const owned = stack.move();
  return {
    nodes,
    database,
    catalogueUrl: addresses.ABS_CATALOGUE_URL,
    redis,
    store,
    beginImport: (from) => begin('import', from),
    run: (...command) => begin(...command).ended,
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

async function openNode(
  name: string,
  data: string,
  settings: NodeJS.ProcessEnv,
): Promise<NodeProgram & AsyncDisposable> {
  mkdirSync(data);
  const port = await freePort();
  let child: ChildProcess | undefined;
  let told = () => '';
  let starts = 0;
  let isUp = false;

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [MAIN, 'serve', '--data', data, '--port', String(port)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: settings,
    });
    child = started;
    told = tailOf(started);
    const listens = once(createInterface({ input: started.stdout }), 'line');
    const ended = once(started, 'exit').then(() => 'ended');
    if ((await Promise.race([listens, ended])) === 'ended') throw new Error(`${name} did not start: ${told()}`);
    starts += 1;
    isUp = true;
  }

  async function kill(): Promise<void> {
    isUp = false;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  await start();
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    life: () => (isUp ? starts : -starts),
    kill,
    start,
    told: () => told(),
    [Symbol.asyncDispose]: kill,
  };
}

/** Returns the last 10,000 characters of the stderr of a program so far. */
function tailOf({ stderr }: ChildProcess): () => string {
  let told = '';
  stderr?.on('data', (chunk) => {
    told = (told + String(chunk)).slice(-10_000);
  });
  return () => told;
}
