/** A real S3 store for tests: Ceph's radosgw with one monitor and one store in memory. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AwsClient } from 'aws4fetch';
import type { S3Settings } from '../../../src/platform/s3/s3-settings.ts';
import { freePort } from '../free-port.ts';
import { s3SettingsOf } from '../s3-settings.ts';
import { A_START, until } from '../until.ts';
import { type CephPrograms, findCeph } from './ceph-programs.ts';
import { isListening } from './is-listening.ts';

const run = promisify(execFile);

/** A running store. Killing, stopping and restarting concern the gateway alone, so objects survive. */
export interface Radosgw extends AsyncDisposable {
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Process ID of the gateway. */
  pid(): number;
  /** Process IDs of the gateway and of the store behind it. */
  pids(): readonly number[];
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Starts the gateway again on the same port. */
  restart(): Promise<void>;
  /** Makes a bucket of the first user. Its name needs three characters. */
  makeBucket(name: string): Promise<void>;
  /** Returns the settings of the first user for a bucket, such as `s3://bucket/prefix`. */
  settings(url: string): S3Settings;
  /** Sends a signed request of the first user. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Adds a user with other keys, who owns nothing. */
  addUser(accessKeyId: string, secretAccessKey: string): Promise<void>;
}

/** Starts a store, or says why not. `megabytes` limits all objects, in memory; `tls` is a PEM file with key. */
export async function startRadosgw({
  megabytes = 1024,
  tls,
}: {
  readonly megabytes?: number;
  readonly tls?: string;
} = {}): Promise<Radosgw | string> {
  const ceph = findCeph();
  if (typeof ceph === 'string') return ceph;
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'abs-radosgw-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const [monitor, port] = [await freePort(), await freePort()];
  const configuration = join(folder, 'ceph.conf');
  for (const name of ['mon', 'osd', 'run', 'gateway']) mkdirSync(join(folder, name));
  const frontend =
    tls === undefined ? `endpoint=127.0.0.1:${port}` : `ssl_endpoint=127.0.0.1:${port} ssl_certificate=${tls}`;
  writeFileSync(configuration, configurationOf({ folder, ceph, monitor, frontend, bytes: megabytes * 2 ** 20 }));

  const call = async (program: string, ...args: string[]) =>
    await run(program.startsWith('/') ? program : join(ceph.bin, program), args, {
      env: ceph.environment,
      timeout: 300_000,
    });
  const begin = (program: string, ...args: string[]): ChildProcess => {
    const log = openSync(join(folder, `${program}.out`), 'a');
    const all = ['-c', configuration, '-f', ...args];
    return spawn(join(ceph.bin, program), all, { env: ceph.environment, stdio: ['ignore', log, log] });
  };

  await writeKeys(call, join(folder, 'keyring'));
  await call('ceph-mon', '-c', configuration, '-i', 'a', '--mkfs', '--keyring', join(folder, 'keyring'));
  const mon = begin('ceph-mon', '-i', 'a');
  stack.defer(() => end(mon, 'SIGKILL'));
  await until(() => isAlive(mon, folder) && isListening(monitor), 'ceph-mon does not listen', A_START);
  const identity = randomUUID();
  const cluster = ['--connect-timeout', '50', '-c', configuration];
  await call('/usr/bin/python3', join(ceph.bin, 'ceph'), ...cluster, 'osd', 'new', identity);
  await call('ceph-osd', '-c', configuration, '-i', '0', '--mkfs', '--osd-uuid', identity);
  const osd = begin('ceph-osd', '-i', '0');
  stack.defer(() => end(osd, 'SIGKILL'));

  const start = async () => {
    const child = begin('radosgw', '-n', 'client.gateway');
    await until(() => isAlive(child, folder) && isListening(port), 'radosgw does not listen', A_START);
    return child;
  };
  let gateway = await start();
  stack.defer(() => end(gateway, 'SIGKILL'));
  const addUser = async (key: string, secret: string) => {
    const user = [`--uid=${key}`, `--display-name=${key}`, `--access-key=${key}`, `--secret-key=${secret}`];
    await call('radosgw-admin', '-c', configuration, '-n', 'client.gateway', 'user', 'create', ...user);
  };
  const keys = { accessKeyId: 'TESTKEY', secretAccessKey: 'hush-hush-secret' };
  await addUser(keys.accessKeyId, keys.secretAccessKey);
  const owned = stack.move();
  const url = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  const client = new AwsClient({ ...keys, service: 's3', region: 'us-east-1' });
  const fetch = (path: string, init: RequestInit = {}) => client.fetch(`${url}${path}`, init);
  return {
    url,
    ...keys,
    settings: (bucket) => s3SettingsOf({ url: bucket, endpoint: url, ...keys }),
    fetch,
    makeBucket: async (name) => {
      const made = await fetch(`/${name}`, { method: 'PUT' });
      if (!made.ok) throw new Error(`bucket ${name}: ${made.status} ${await made.text()}`);
    },
    pid: () => gateway.pid ?? 0,
    pids: () => [gateway.pid ?? 0, osd.pid ?? 0],
    stop: () => end(gateway, 'SIGTERM'),
    kill: () => end(gateway, 'SIGKILL'),
    restart: async () => {
      await end(gateway, 'SIGKILL');
      gateway = await start();
    },
    addUser,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The gateway accepts no cluster without authentication, so every part gets a key. */
async function writeKeys(call: (program: string, ...args: string[]) => Promise<unknown>, keyring: string) {
  const rights: Readonly<Record<string, readonly string[]>> = {
    'mon.': ['mon', 'allow *'],
    'client.admin': ['mon', 'allow *', 'osd', 'allow *'],
    'client.gateway': ['mon', 'allow rw', 'osd', 'allow rwx'],
    'osd.0': ['mon', 'allow profile osd', 'osd', 'allow *'],
  };
  for (const [at, [name, allowed]] of Object.entries(rights).entries()) {
    const caps = allowed.flatMap((part, index) => (index % 2 === 0 ? ['--cap', part] : [part]));
    await call('ceph-authtool', keyring, ...(at === 0 ? ['--create-keyring'] : []), '--gen-key', '-n', name, ...caps);
  }
}

function configurationOf({
  folder,
  ceph,
  monitor,
  frontend,
  bytes,
}: {
  readonly folder: string;
  readonly ceph: CephPrograms;
  readonly monitor: number;
  readonly frontend: string;
  readonly bytes: number;
}): string {
  return `[global]
fsid = ${randomUUID()}
mon host = [v2:127.0.0.1:${monitor}]
mon initial members = a
keyring = ${folder}/keyring
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 2
osd pool default pgp num = 2
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
osd crush chooseleaf type = 0
run dir = ${folder}/run
admin socket = ${folder}/run/$name.$pid.asok
log file = ${folder}/$name.log
mon cluster log file = ${folder}/cluster.log
plugin dir = ${ceph.libraries}
erasure code dir = ${ceph.libraries}/ceph/erasure-code
osd class dir = ${ceph.libraries}/rados-classes
mon data = ${folder}/mon
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = ${bytes}
[mon.a]
public addrv = [v2:127.0.0.1:${monitor}]
[osd]
public addr = 127.0.0.1
[client]
rgw frontends = beast ${frontend}
rgw data = ${folder}/gateway
`;
}

/** Fails at once if a program has ended, with what it said last. */
function isAlive({ exitCode, spawnfile }: ChildProcess, folder: string): boolean {
  if (exitCode === null) return true;
  const said = readFileSync(join(folder, `${spawnfile.split('/').pop()}.out`), 'utf8').slice(-1000);
  throw new Error(`${spawnfile} ended with ${exitCode}: ${said}`);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
