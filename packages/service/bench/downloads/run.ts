/** `npm run bench:downloads`: downloads beside their peers, in turns over the same bytes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { zipLayout } from '../../src/downloads/zip-layout.ts';
import { isInstalled, run } from '../renditions/programs.ts';
import { median, ms, report, time } from '../report.ts';
import { megabytesOf, startServer } from '../service.ts';
import { BIG, makeFiles, PART_IDS } from './files.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(tmpdir(), 'abs-bench-downloads') },
    rounds: { type: 'string', default: '5' },
  },
});
const rounds = Number(values.rounds);

const PARALLEL = 50;
const PEERS = ['archiver', 'yazl', 'zip'] as const;
const PEERS_PROGRAM = fileURLToPath(new URL('zip-peers.mjs', import.meta.url));

interface Download {
  readonly megabytesPerSecond: number;
  readonly firstByteMilliseconds: number;
}

/** Downloads by curl, which costs the least, and discards the data. */
async function download(url: string, ...more: readonly string[]): Promise<Download> {
  const format = '%{http_code} %{speed_download} %{time_starttransfer}';
  const said = await run('curl', ['-s', '-o', '/dev/null', '-w', format, ...more, url]);
  const [status, speed = 0, first = 0] = said.split(' ').map(Number);
  if (status !== 200 && status !== 206) throw new Error(`${url} answers ${status}`);
  return { megabytesPerSecond: speed / 1e6, firstByteMilliseconds: first * 1000 };
}

/** The most memory of a process while `work` runs, above what it had before, in megabytes. */
async function growth(pid: number | undefined, work: () => Promise<unknown>): Promise<number> {
  const before = megabytesOf(pid, 'VmRSS');
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, megabytesOf(pid, 'VmRSS'));
  }, 20);
  await work();
  clearInterval(timer);
  return peak - before;
}

async function startPeers(folder: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const child: ChildProcess = spawn(process.execPath, [PEERS_PROGRAM, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout ?? process.stdin }), 'line');
  return { url: String(line).replace('listening on ', ''), [Symbol.asyncDispose]: () => end(child) };
}

/** nginx, configured for large files. */
async function startNginx(folder: string, root: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  probe.close();
  await once(probe, 'close');
  const own = join(folder, 'nginx');
  mkdirSync(own, { recursive: true });
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    join(own, 'nginx.conf'),
    `daemon off; pid pid; error_log err; ${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1;
events {}
http {
  sendfile on; sendfile_max_chunk 2m; tcp_nopush on; access_log off;
  ${kinds.map((kind) => `${kind}_temp_path ${kind};`).join(' ')}
  server { listen 127.0.0.1:${port}; root ${root}; }
}`,
  );
  const child = spawn('nginx', ['-p', own, '-c', 'nginx.conf'], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    const isUp = await fetch(`${url}/catalogue.json`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    if (tries > 100) throw new Error('nginx does not answer');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, [Symbol.asyncDispose]: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

const { bundle, data } = await makeFiles(values.folder);
await using own = await startServer(data, { threads: 1 });
await using peers = await startPeers(join(bundle, 'parts'));
const hasNginx = isInstalled('nginx', '-v');
await using nginx = hasNginx ? await startNginx(values.folder, bundle) : undefined;

const file = `${own.url}/asset.do?download=${BIG}`;
const zip = `${own.url}/asset.do?download=${PART_IDS.join(',')}`;
const urls = new Map([
  ['file', file],
  ['zip', zip],
  ...(nginx ? [['nginx', `${nginx.url}/big.bin`] as const] : []),
  ...PEERS.filter((name) => name !== 'zip' || isInstalled('zip', '-v')).map(
    (name) => [`by ${name}`, `${peers.url}/${name}`] as const,
  ),
]);

// Runs first, before memory has grown.
await download(`${own.url}/asset.do?download=${BIG}`, '-r', '0-9999999');
const zipGrowth = await growth(own.pid, () => download(zip));
const parallelGrowth = await growth(own.pid, () =>
  Promise.all(Array.from({ length: PARALLEL }, () => download(file, '-r', '0-19999999', '--limit-rate', '5M'))),
);

const results = new Map([...urls.keys()].map((name) => [name, [] as Download[]]));
for (let round = 0; round < rounds; round += 1) {
  for (const [name, url] of urls) results.get(name)?.push(await download(url));
}
const speed = (name: string) => median(results.get(name)?.map(({ megabytesPerSecond }) => megabytesPerSecond) ?? []);
const mbs = (name: string) => `${speed(name).toFixed(0)} MB/s`;

/** The median of the ratios of each round: a disturbance of the machine affects both. */
function share(name: string, of: string): number {
  const others = results.get(of) ?? [];
  return median(
    results
      .get(name)
      ?.map((each, round) => each.megabytesPerSecond / (others[round]?.megabytesPerSecond ?? Number.NaN)) ?? [],
  );
}

if (nginx) {
  report({
    name: 'one original of 1 GB',
    asked: '0.8 of nginx',
    measured: `${share('file', 'nginx').toFixed(2)} (${mbs('file')})`,
    peer: `nginx with sendfile ${mbs('nginx')}`,
    isReached: share('file', 'nginx') >= 0.8,
  });
} else console.log('not measured: one original of 1 GB: nginx is not installed');
report({
  name: 'ZIP of 100 originals, 1 GB',
  asked: '0.85 of the plain download',
  measured: `${share('zip', 'file').toFixed(2)} (${mbs('zip')})`,
  isReached: share('zip', 'file') >= 0.85,
});
for (const name of PEERS) {
  const peer = `by ${name}`;
  if (!results.has(peer)) continue;
  report({
    name: 'the same ZIP',
    asked: `ahead of ${name}`,
    measured: `${share('zip', peer).toFixed(1)} times as fast`,
    peer: `${name} ${mbs(peer)}`,
    isReached: share('zip', peer) > 1,
  });
}
const firstByte = median(results.get('zip')?.map(({ firstByteMilliseconds }) => firstByteMilliseconds) ?? []);
report({ name: 'its first byte', asked: '50 ms', measured: ms(firstByte), isReached: firstByte < 50 });
report({
  name: 'memory while it is sent',
  asked: '64 MB more',
  measured: `${zipGrowth.toFixed(0)} MB`,
  isReached: zipGrowth < 64,
});
report({
  name: `memory of each of ${PARALLEL} downloads at once`,
  asked: '2 MB',
  measured: `${(parallelGrowth / PARALLEL).toFixed(2)} MB`,
  isReached: parallelGrowth / PARALLEL < 2,
});
const members = Array.from({ length: 10_000 }, (_, n) => ({
  name: `photograph ${n}.jpg`,
  size: 4000 + n,
  crc32: n,
  date: n,
}));
const layouts: number[] = [];
for (let round = 0; round < Math.max(rounds, 5); round += 1) layouts.push(await time(() => zipLayout(members)));
report({
  name: 'layout of a ZIP of 10,000 files',
  asked: '100 ms',
  measured: ms(median(layouts)),
  isReached: median(layouts) < 100,
});
