/** Stored thumbnails and pictures over HTTP, beside nginx serving the same bytes from files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../core/test/support/free-port.ts';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { recordsOf } from '../../test/support/records.ts';
import { median } from '../report.ts';
import { runCommand, startServer } from '../service.ts';
import { figure, notMeasured } from './figures.ts';
import { makePhotos } from './photos.ts';
import { isInstalled, run } from './programs.ts';

const PICTURES = 1000;
/** What is asked for, with its least share of nginx's rate, and its longest p99: in milliseconds, or times nginx's. */
const KINDS = [
  { name: 'stored thumbnails', query: (id: number) => `thumb=${id}`, share: 0.45, p99: { milliseconds: 10 } },
  {
    name: 'stored pictures',
    query: (id: number) => `picture=${id}&width=800&height=800&format=webp`,
    share: 0.8,
    p99: { times: 2 },
  },
] as const;
const CONNECTIONS = 64;

export async function benchStored(folder: string, { rounds, seconds }: { rounds: number; seconds: number }) {
  const all = 'stored pictures over HTTP';
  if (!isInstalled('nginx', '-v')) return notMeasured(all, 'nginx is not installed');
  // wrk -v prints its usage and exits with 1.
  if (!(await run('which', ['wrk']).catch(() => ''))) return notMeasured(all, 'wrk is not installed');

  const data = join(folder, 'stored-data');
  const photos = join(folder, 'small-photos');
  await makePhotos(photos, { count: PICTURES, width: 900, height: 675 });
  await runCommand(['import', photos, '--data', data, '--render']);
  await using server = await startServer(data);
  const ids = await assetsOf(data);
  for (const kind of KINDS) await benchKind(folder, { rounds, seconds, kind, ids, server });
}

async function benchKind(
  folder: string,
  {
    rounds,
    seconds,
    kind,
    ids,
    server,
  }: {
    readonly rounds: number;
    readonly seconds: number;
    readonly kind: (typeof KINDS)[number];
    readonly ids: readonly number[];
    readonly server: { readonly url: string };
  },
): Promise<void> {
  const name = `${kind.name} over HTTP`;
  const paths = ids.map((id) => `/asset.do?${kind.query(id)}`);
  const files = join(folder, 'stored-files');
  mkdirSync(files, { recursive: true });
  let bytes = 0;
  for (const [n, path] of paths.entries()) {
    const response = await fetch(server.url + path);
    if (response.status !== 200 || response.headers.has('x-placeholder')) throw new Error(`${path} has no picture`);
    const picture = new Uint8Array(await response.arrayBuffer());
    bytes += picture.length;
    writeFileSync(join(files, `${n}.jpg`), picture);
  }
  await using nginx = await startNginx(folder, files);

  const cases = [
    { url: server.url, script: writeScript(folder, 'own', paths) },
    {
      url: nginx.url,
      script: writeScript(
        folder,
        'nginx',
        paths.map((_, n) => `/${n}.jpg`),
      ),
    },
  ] as const;
  const results = cases.map(() => [] as Load[]);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [n, { url, script }] of cases.entries()) {
      const load = await loadWith(url, script, seconds);
      // The first round is a warm-up.
      if (round > 0) results[n]?.push(load);
    }
  }
  const [own = [], peer = []] = results;
  const ownRate = median(own.map(({ perSecond }) => perSecond));
  const peerRate = median(peer.map(({ perSecond }) => perSecond));
  const p99 = median(own.map(({ p99Milliseconds }) => p99Milliseconds));
  const share = ownRate / peerRate;
  figure({
    name: `${name}, ${PICTURES} of ${(bytes / PICTURES / 1000).toFixed(1)} kB, ${CONNECTIONS} connections`,
    asked: `${kind.share} of nginx`,
    measured: `${share.toFixed(2)} (${ownRate.toFixed(0)}/s)`,
    peer: `nginx ${peerRate.toFixed(0)}/s`,
    isReached: share >= kind.share,
  });
  const peerP99 = median(peer.map(({ p99Milliseconds }) => p99Milliseconds));
  const most = 'times' in kind.p99 ? kind.p99.times * peerP99 : kind.p99.milliseconds;
  figure({
    name: 'p99 of those',
    asked: `${most.toFixed(1)} ms`,
    measured: `${p99.toFixed(1)} ms`,
    peer: `nginx ${peerP99.toFixed(1)} ms`,
    isReached: p99 <= most,
  });
}

/** IDs of all assets in a data folder. */
export async function assetsOf(data: string): Promise<readonly number[]> {
  await using catalogue = openCatalogue({ directory: data });
  return (await recordsOf(catalogue)).map(({ id }) => id);
}

interface Load {
  readonly perSecond: number;
  readonly p99Milliseconds: number;
}

async function loadWith(url: string, script: string, seconds: number): Promise<Load> {
  const said = await run('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', '-s', script, url]);
  if (/Non-2xx|Socket errors/.test(said)) throw new Error(said);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1]);
  const [, value = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(said) ?? [];
  return { perSecond, p99Milliseconds: Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN) };
}

/** Every path in an unpredictable order, the same one for each server. */
function writeScript(folder: string, name: string, paths: readonly string[]): string {
  const path = join(folder, `${name}.lua`);
  writeFileSync(
    path,
    `local paths = {${paths.map((each) => JSON.stringify(each)).join(',')}}
local requests = {}
init = function(args)
  math.randomseed(42)
  for k, each in ipairs(paths) do requests[k] = wrk.format("GET", each) end
end
request = function() return requests[math.random(1, #requests)] end
`,
  );
  return path;
}

/** nginx, tuned for small files. */
async function startNginx(folder: string, root: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, `nginx-${kind}`)};`)
    .join('\n  ');
  const conf = join(folder, 'nginx.conf');
  writeFileSync(
    conf,
    `daemon off; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'nginx.err')}; user root;
worker_processes ${availableParallelism()};
events { worker_connections 1024; }
http {
  types { image/jpeg jpg; }
  sendfile on; tcp_nopush on; access_log off; keepalive_requests 100000000;
  open_file_cache max=4000 inactive=60s; open_file_cache_valid 30s;
  ${temporary}
  server { listen 127.0.0.1:${port} reuseport; root ${root}; add_header Cache-Control max-age=3600; }
}
`,
  );
  const child = spawn('nginx', ['-c', conf], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    const isUp = await fetch(`${url}/0.jpg`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    if (tries > 100) throw new Error('nginx does not answer');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
