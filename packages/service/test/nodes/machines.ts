/** The machines of docs/guides/many-nodes.md as folders of this one, and ports instead of their addresses. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MAIN } from '../http/served-program.ts';
import { freePort } from '../support/free-port.ts';
import { PATIENT } from '../support/patient.ts';
import { startPostgres } from '../support/servers/postgres.ts';
import type { Radosgw } from '../support/servers/radosgw.ts';

const CHECKOUT = fileURLToPath(new URL('../../../../', import.meta.url));
const NODES = ['node1', 'node2', 'node3', 'node4'];
/** The folders of a machine that the page names. */
const FOLDERS = ['/etc/abs', '/etc/redis', '/etc/haproxy', '/var/lib/abs', '/usr/local/bin', '/backup', '/opt'];

/** Group of the user abs. Root can give files to a group that nobody has. */
export const GROUP = process.getuid?.() === 0 ? 23456 : process.getgid?.();

export interface Machines extends AsyncDisposable {
  /** The folder of this machine that stands for a path on another. */
  at(machine: string, path: string): string;
  /** Does what docs/operate/system-service.md says: the service runs, with a catalogue of its own. */
  setUp(machine: string): Promise<void>;
  /** Runs commands on a machine. Returns their output; rejects if one fails. */
  run(machine: string, commands: string): Promise<string>;
  /** Asks the balancer again and again, and counts the statuses, until the returned function is called. */
  askOften(path: string, statuses: Map<number, number>): () => Promise<void>;
}

/** Starts PostgreSQL, and the rest when the page starts it. Only the store in S3 has to run already. */
export async function openMachines(bucket: Radosgw): Promise<Machines> {
  await using stack = new AsyncDisposableStack();
  const root = mkdtempSync(join(tmpdir(), 'abs-machines-'));
  stack.defer(() => rmSync(root, { recursive: true, force: true }));
  // The database server, which runs as another user, writes into a folder below.
  chmodSync(root, 0o755);
  const database = stack.use(await startPostgres());
  // As Debian sets it up: encrypted, and others than the owner need a line of their own.
  const access = join(database.folder, 'data/pg_hba.conf');
  writeFileSync(access, 'host all,replication postgres 127.0.0.1/32 trust\n');
  await encrypt(join(database.folder, 'data'));
  await database.restart();
  await bucket.makeBucket('media');

  const ports = new Map<string, number>();
  for (const name of [...NODES, 'redis', 'balancer']) ports.set(name, await freePort());
  const owner = statSync(database.folder).uid;
  const addresses: readonly (readonly [string, string])[] = [
    ...NODES.map((name, at) => [`10.0.0.1${at + 1}:8080`, `127.0.0.1:${ports.get(name)}`] as const),
    ['10.0.0.20:5432', `127.0.0.1:${new URL(database.url).port}`],
    ['10.0.0.20:6379', `127.0.0.1:${ports.get('redis')}`],
    ['http://10.0.0.10', `http://127.0.0.1:${ports.get('balancer')}`],
    ['https://s3.example.org', bucket.url],
    ['"accessKeyId": "abs"', `"accessKeyId": "${bucket.accessKeyId}"`],
    ['choose-a-third', bucket.secretAccessKey],
    ['10.0.0.0/24', '127.0.0.1/32'],
    ['/etc/postgresql/15/main/pg_hba.conf', access],
    ['runuser -u postgres --', `env PGHOST=127.0.0.1 PGPORT=${new URL(database.url).port} PGUSER=postgres`],
    ['runuser -u abs --', ''],
    ['/opt/abs/node_modules/node/bin/node', process.execPath],
    ['/opt/abs/packages/service/dist/cli/entry.js', MAIN],
    // The user of the server: root runs it as nobody.
    ['install -d -o postgres', `install -d -o ${owner}`],
    ['chown -R postgres', `chown -R ${owner}`],
    ['/var/lib/postgresql/15/main', join(database.folder, 'data')],
    ['chgrp abs', `chgrp ${GROUP}`],
  ];

  /** The same commands for the servers and folders of this test. */
  function localised(commands: string, machine: string): string {
    const here = (path: string) => join(root, machine, path);
    return (
      addresses
        .reduce((result, [there, local]) => result.replaceAll(there, local), commands)
        .replaceAll('127.0.0.1:8080', `127.0.0.1:${ports.get(machine)}`)
        // Copies from node1.
        .replaceAll(/10\.0\.0\.11:(?=\/)/g, join(root, 'node1'))
        .replaceAll(/10\.0\.0\.[12]0/g, '127.0.0.1')
        .replaceAll(/(?<![\w/.])\/(?:etc|var|usr\/local|backup|opt)\b/g, (path) => here(path))
    );
  }

  const started = new Map<string, ChildProcess>();
  stack.defer(async () => {
    for (const child of started.values()) await end(child, 'SIGKILL');
  });

  /** Starts, stops, restarts or reloads a service of a machine, as its systemd would. */
  async function control(machine: string, action: string, service: string): Promise<void> {
    if (service === 'postgresql') return await (action === 'stop' ? database.stop() : database.restart());
    // Enabled services start with the machine, not now.
    if (action === 'enable') return;
    const name = `${machine} ${service}`;
    const before = started.get(name);
    if (before && action === 'start') return;
    if (before) await end(before, 'SIGTERM');
    started.delete(name);
    if (action === 'stop') return;
    const child = startService(machine, service);
    started.set(name, child);
  }

  function startService(machine: string, service: string): ChildProcess {
    const at = (path: string) => join(root, machine, path);
    const options = { stdio: 'ignore' } as const;
    if (service === 'redis-server') {
      return spawn('redis-server', [at('etc/redis/redis.conf'), '--port', `${ports.get('redis')}`], options);
    }
    if (service === 'haproxy') {
      const file = at('etc/haproxy/here.cfg');
      const delivered = readFileSync(at('etc/haproxy/haproxy.cfg'), 'utf8');
      const bound = delivered.replace('bind :80\n', `bind 127.0.0.1:${ports.get('balancer')}\n`);
      writeFileSync(file, localised(bound, machine));
      return spawn('haproxy', ['-db', '-f', file], options);
    }
    return spawn(process.execPath, [MAIN, 'serve', '--config', at('etc/abs/abs.config.json')], {
      ...options,
      env: {
        ...PATIENT,
        ...environmentOf(machine),
        ABS_HOST: '127.0.0.1',
        ABS_THREADS: '1',
      },
    });
  }

  function environmentOf(machine: string): NodeJS.ProcessEnv {
    return {
      ...process.env,
      PATH: `${join(root, machine, 'usr/local/bin')}:${process.env['PATH']}`,
      ABS_DATA: join(root, machine, 'var/lib/abs'),
      ABS_PORT: String(ports.get(machine) ?? 0),
      MACHINE: machine,
    };
  }

  // `systemctl` asks this test.
  const systemd = createServer(async (request, response) => {
    const [machine = '', action = '', service = ''] = (await text(request)).split(' ');
    await control(machine, action, service).then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(systemd, 'listening');
  stack.defer(() => void systemd.close());
  const address = systemd.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const prelude = `
    set -euo pipefail
    systemctl() { curl --silent --show-error --fail-with-body --data "$MACHINE $*" http://127.0.0.1:${port}/; }
    apt-get() { command apt-get --simulate "$@" > /dev/null; }
  `;

  for (const machine of [...NODES, 'db', 'balancer']) {
    for (const folder of FOLDERS) mkdirSync(join(root, machine, folder), { recursive: true });
  }
  for (const machine of NODES) {
    for (const name of ['abs', 'abs-new']) symlinkSync(CHECKOUT, join(root, machine, 'opt', name));
    writeFileSync(join(root, machine, 'etc/abs/abs.config.json'), '{}');
  }
  writeFileSync(join(root, 'node1/usr/local/bin/abs'), `#!/bin/sh\nexec ${process.execPath} ${MAIN} "$@"\n`, {
    mode: 0o755,
  });

  const balancer = `http://127.0.0.1:${ports.get('balancer')}`;
  const owned = stack.move();
  return {
    at: (machine, path) => join(root, machine, path),
    setUp: async (machine) => await control(machine, 'start', 'abs'),
    run: async (machine, commands) => {
      const script = join(root, machine, 'script');
      writeFileSync(script, prelude + localised(commands, machine));
      const running = promisify(execFile)('bash', [script], { env: environmentOf(machine), timeout: 600_000 });
      try {
        const { stdout, stderr } = await running;
        return stdout + stderr;
      } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        throw new Error(`on ${machine}:\n${commands}\n${stdout}${stderr}`, { cause: error });
      }
    },
    askOften: (path, statuses) => {
      let isOver = false;
      const asking = (async () => {
        while (!isOver) {
          const status = await fetch(balancer + path).then(
            (response) => response.arrayBuffer().then(() => response.status),
            () => 0,
          );
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          await new Promise((done) => setTimeout(done, 20));
        }
      })();
      return async () => {
        isOver = true;
        await asking;
      };
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** Gives a database server a certificate that nothing vouches for, as Debian's package does. */
async function encrypt(data: string): Promise<void> {
  const [key, certificate] = [join(data, 'server.key'), join(data, 'server.crt')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=db'];
  await promisify(execFile)('openssl', [...request, '-keyout', key, '-out', certificate]);
  const { uid, gid } = statSync(data);
  for (const file of [key, certificate]) chownSync(file, uid, gid);
  appendFileSync(join(data, 'postgresql.conf'), 'ssl = on\n');
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
