/** The real proxies with the configurations of `deploy/`, apart from ports and folders. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../../core/src/platform/find-program.ts';
import { A_START, until } from '../../../core/test/support/until.ts';

/** A file of `deploy/`. */
export const delivered = (name: string): string => readFileSync(new URL(name, DEPLOY), 'utf8');

const DEPLOY = new URL('../../../../deploy/', import.meta.url);

export interface FrontProxy extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
}

/** Text to be replaced in a configuration, which must occur in it exactly once. */
type Changes = readonly (readonly [delivered: string, here: string])[];

const LOG = ['/var/log/nginx/error.log', 'stderr'] as const;

/** Why the tests of a program are skipped; false if it is installed. */
export function lackOf(program: string): string | false {
  return findProgram(program) === undefined && `skipped: ${program} is not here`;
}

/** `ready` is a path that the proxy answers once it runs. */
export async function startNginx(
  service: number,
  port: number,
  changes: Changes = [],
  ready = '/ready',
): Promise<FrontProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'abs-nginx-'));
  for (const name of ['fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name));
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const unused = ['fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`);
  const configuration = replaced('nginx.conf', [
    ['worker_processes auto;', `worker_processes 1; daemon off; ${user}`],
    ['/run/nginx.pid', join(folder, 'pid')],
    LOG,
    ['/var/cache/nginx/abs ', `${join(folder, 'cache')} `],
    ['/var/cache/nginx/abs-temp', join(folder, 'temp')],
    ['/var/cache/nginx/abs-body;', `${join(folder, 'body')}; ${unused.join(' ')}`],
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['server 127.0.0.1:8080;', `server 127.0.0.1:${service};`],
    ...changes,
  ]);
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration);
  return await start('nginx', ['-p', folder, '-c', file, '-e', 'stderr'], port, folder, ready);
}

/** An installation that includes the file, as distributions do. `originals` is the folder of the service. */
export async function startNginxWithOriginals(
  service: number,
  port: number,
  changes: Changes = [],
  originals = tmpdir(),
): Promise<FrontProxy> {
  const server = replaced('nginx-accel.conf', [
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['server 127.0.0.1:8080;', `server 127.0.0.1:${service};`],
    ['/var/lib/abs/originals/', `${originals}/`],
    LOG,
    ...changes,
  ]);
  return await startIncluded(server, port);
}

/** An installation that includes the file for several nodes, on ports of this machine. */
export async function startNginxNodes(nodes: readonly number[], port: number): Promise<FrontProxy> {
  const places = nodes.map((node, place) => [`server 10.0.0.1${place + 1}:8080`, `server 127.0.0.1:${node}`] as const);
  const server = replaced('nginx-nodes.conf', [['listen 80;', `listen 127.0.0.1:${port};`], LOG, ...places]);
  return await startIncluded(server, port);
}

/** An installation that includes what a page of the documentation shows, on ports of this machine. */
export async function startNginxOfPage(shown: string, service: number, port: number): Promise<FrontProxy> {
  const server = shown
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace(...LOG)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${service}`);
  return await startIncluded(server, port);
}

async function startIncluded(server: string, port: number): Promise<FrontProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'abs-nginx-'));
  const names = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const name of names) mkdirSync(join(folder, name));
  const file = join(folder, 'nginx.conf');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const folders = names.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ');
  writeFileSync(
    file,
    `${user} daemon off; pid ${join(folder, 'pid')}; error_log stderr; events {} http { access_log off; ${folders} ${server} }`,
  );
  return await start('nginx', ['-p', folder, '-c', file, '-e', 'stderr'], port, folder);
}

export async function startVarnish(
  service: number,
  port: number,
  more: readonly string[] = [],
  changes: Changes = [],
): Promise<FrontProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'abs-varnish-'));
  const configuration = replaced('varnish.vcl', [['.port = "8080";', `.port = "${service}";`], ...changes]);
  const file = join(folder, 'abs.vcl');
  writeFileSync(file, configuration);
  const parameters = ['http_req_hdr_len=144k', 'http_req_size=160k', 'workspace_client=1m', 'workspace_backend=512k'];
  return await start(
    'varnishd',
    [
      ...['-F', '-j', 'none', '-n', join(folder, 'state'), '-f', file],
      ...['-a', `127.0.0.1:${port}`, '-s', 'malloc,64m'],
      ...[...parameters, ...more].flatMap((parameter) => ['-p', parameter]),
    ],
    port,
    folder,
  );
}

function replaced(name: string, changes: Changes): string {
  let text = delivered(name);
  for (const [there, here] of changes) {
    if (!text.includes(there)) throw new Error(`${name} does not hold ${there}`);
    text = text.replace(there, () => here);
  }
  return text;
}

/** Starts a program and waits until its port answers. */
async function start(
  program: string,
  args: readonly string[],
  port: number,
  folder: string,
  ready = '/ready',
): Promise<FrontProxy> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  child.stdout.on('data', (chunk) => said.push(String(chunk)));
  child.stderr.on('data', (chunk) => said.push(String(chunk)));
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(url + ready).then(
      async (answer) => {
        await answer.text();
        return answer.ok;
      },
      () => false,
    );
  await until(async () => child.exitCode !== null || (await isUp()), program, A_START).catch(() => undefined);
  if (!(await isUp())) {
    await stop();
    throw new Error(`${program} does not answer: ${said.join('')}`);
  }
  return { url, port, [Symbol.asyncDispose]: stop };
}
