/** Rates and delays of the same requests to this service and to nginx, in turns, by `wrk`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../core/test/support/free-port.ts';
import { median } from '../report.ts';
import { isInstalled, run } from './programs.ts';

export const CONNECTIONS = 64;

/** Returns why nothing can be measured; undefined if it can. */
export async function lacking(): Promise<string | undefined> {
  if (!isInstalled('nginx', '-v')) return 'nginx is not installed';
  // wrk -v prints its usage and exits with 1.
  return (await run('which', ['wrk']).catch(() => '')) ? undefined : 'wrk is not installed';
}

/** Where to ask, and what for. */
interface Server {
  readonly name: string;
  readonly url: string;
  readonly paths: readonly string[];
}

/** Asks servers in turns, for each path in an order that is the same for all. Returns the medians of their rounds. */
export async function inTurns(
  servers: readonly Server[],
  { folder, rounds, seconds }: { readonly folder: string; readonly rounds: number; readonly seconds: number },
): Promise<readonly Load[]> {
  const cases = servers.map(({ name, url, paths }) => ({ url, script: writeScript(folder, name, paths) }));
  const results = cases.map(() => [] as Load[]);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [n, { url, script }] of cases.entries()) {
      const load = await loadWith(url, script, seconds);
      // The first round is a warm-up.
      if (round > 0) results[n]?.push(load);
    }
  }
  return results.map((loads) => ({
    perSecond: median(loads.map(({ perSecond }) => perSecond)),
    p99Milliseconds: median(loads.map(({ p99Milliseconds }) => p99Milliseconds)),
  }));
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
export async function startNginx(folder: string, root: string): Promise<{ readonly url: string } & AsyncDisposable> {
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
