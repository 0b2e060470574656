/** The S3 store of deploy/compose.yaml, started by its own command. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AwsClient } from 'aws4fetch';
import { findProgram } from '../../../src/platform/find-program.ts';
import type { S3Settings } from '../../../src/platform/s3/s3-settings.ts';
import { PASSWORD, readCompose } from '../compose.ts';
import { freePort } from '../free-port.ts';
import { s3SettingsOf } from '../s3-settings.ts';
import { A_START, until } from '../until.ts';
import { programOf, SEAWEEDFS } from './wheels.ts';

const run = promisify(execFile);

/** A running store with the buckets of compose.yaml, `originals` and `derived`. */
export interface SeaweedFS extends AsyncDisposable {
  /** Returns the settings of its user for a bucket, such as `s3://originals/prefix`. */
  settings(url: string): S3Settings;
  /** Sends a signed request. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** What the health check of compose.yaml says. */
  isHealthy(): Promise<boolean>;
  kill(): Promise<void>;
  /** Kills it, and starts it again with its files. Resolves when it is healthy. */
  restart(): Promise<void>;
}

/** Starts a store in a temporary folder. Returns the reason as a string if its program is not to be had. */
export async function startSeaweedFS(): Promise<SeaweedFS | string> {
  const weed = programOf(SEAWEEDFS);
  if ('missing' in weed) return weed.missing;
  if (findProgram('wget') === undefined) return 'skipped: wget is not here';
  const { entrypoint = [], healthcheck } = readCompose().services['objects'] ?? {};
  const [shell = '', option = '', script = ''] = entrypoint;
  const [, ...health] = healthcheck?.test ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'abs-seaweedfs-'));
  mkdirSync(join(folder, 'data'));
  const ports = await openPorts();
  // Stands in for the program, which it calls with ports of its own.
  const calls = ['server', 'shell'] as const;
  const cases = calls.map((name) => `${name}) shift; exec '${weed.path}' ${name} ${ports[name].join(' ')} "$@";;`);
  writeFileSync(join(folder, 'weed'), `#!/bin/sh\ncase $1 in ${cases.join(' ')} esac\nexit 2\n`, { mode: 0o755 });
  const localised = (text: string) =>
    text
      .replaceAll('/tmp/', `${folder}/`)
      .replace('-dir=/data', `-dir=${folder}/data`)
      .replace(':8333/', `:${ports.s3}/`);
  const here = localised(script);
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, HOME: folder, SECRET: PASSWORD };
  const log = join(folder, 'log');

  async function isHealthy(): Promise<boolean> {
    const [program = '', ...args] = health.map(localised);
    return await run(program, args).then(
      () => true,
      () => false,
    );
  }

  async function start(): Promise<ChildProcess> {
    // A process group of its own, because the command leaves a process that makes the buckets.
    const out = openSync(log, 'a');
    const child = spawn(shell, [option, here], { cwd: folder, env, detached: true, stdio: ['ignore', out, out] });
    await until(
      async () => {
        if (child.exitCode !== null) throw new Error(`SeaweedFS ended: ${readFileSync(log, 'utf8').slice(-2000)}`);
        return await isHealthy();
      },
      'SeaweedFS is not healthy',
      A_START,
    );
    return child;
  }

  let running = await start();
  const kill = async () => {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    process.kill(-(running.pid ?? 0), 'SIGKILL');
    await ended;
  };
  const keys = { accessKeyId: 'abs', secretAccessKey: PASSWORD };
  const endpoint = `http://127.0.0.1:${ports.s3}`;
  const client = new AwsClient({ ...keys, service: 's3', region: 'us-east-1' });
  return {
    settings: (url) => s3SettingsOf({ url, endpoint, ...keys }),
    fetch: (path, init = {}) => client.fetch(`${endpoint}${path}`, init),
    isHealthy,
    kill,
    restart: async () => {
      await kill();
      running = await start();
    },
    [Symbol.asyncDispose]: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the options of the server, with the port of S3, and those of its shell. */
async function openPorts() {
  const ports: number[] = [];
  while (ports.length < 8) {
    const port = await freePort();
    if (!ports.includes(port)) ports.push(port);
  }
  const [s3 = 0] = ports.slice(6);
  const parts = ['master', 'volume', 'filer', 's3'].map((name, at) => ({
    name,
    http: ports[at * 2],
    grpc: ports[at * 2 + 1],
  }));
  const place = (name: string) => {
    const part = parts.find((each) => each.name === name);
    return `-${name}=127.0.0.1:${part?.http}.${part?.grpc}`;
  };
  return {
    s3,
    server: [
      '-ip=127.0.0.1',
      // Other protocols than S3.
      ...['-s3.port.iceberg=0', '-s3.port.lance=0'],
      ...parts.flatMap(({ name, http, grpc }) => [`-${name}.port=${http}`, `-${name}.port.grpc=${grpc}`]),
    ],
    shell: [place('master'), place('filer')],
  };
}
