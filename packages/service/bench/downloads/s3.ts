/**
 * `npm run bench:s3`: an original of 1 GB from radosgw, which this starts, through the service beside the same bytes by curl
 * from radosgw itself, and through a proxy of plain sockets in Node, in turns. Takes a minute, and 3 GB of memory and disk.
 * Exit status 1 where a figure is missed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { S3Client } from '../../../core/src/platform/s3/s3-client.ts';
import { namesInS3 } from '../../../core/src/platform/s3/s3-listing.ts';
import { type Radosgw, startRadosgw } from '../../../core/test/support/servers/radosgw.ts';
import { cpuSecondsOf } from '../nodes/stores.ts';
import { isInstalled, run } from '../renditions/programs.ts';
import { median, report } from '../report.ts';
import { megabytesOf, runCommand, startServer } from '../service.ts';
import { BIG, BIG_BYTES, writeNoise } from './files.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
const STORE_MEGABYTES = 1400;
/** Memory that the service may take for a download, above what it had. */
const GROWTH_MEGABYTES = 64;

/** One download by each way. */
interface Round {
  readonly direct: number;
  readonly service: number;
  readonly bare: number;
  /** Seconds of a processor while the service sends. */
  readonly serviceCpu: number;
  readonly storeCpu: number;
  /** Seconds of a processor while the bare proxy sends. */
  readonly bareCpu: number;
}

/** A process that sends the object. */
interface Sender {
  readonly pid: number;
  readonly url: string;
}

interface Ways {
  readonly store: Radosgw;
  readonly service: Sender;
  readonly bare: Sender;
  /** Address of the object in the store. */
  readonly direct: string;
}

/** Seconds that curl takes; it discards the bytes. `core` pins it. */
async function download(url: string, core?: number): Promise<number> {
  const curl = ['curl', '-s', '-o', '/dev/null', '-w', '%{http_code} %{time_total} %{size_download}', url];
  const [program = '', ...args] = core === undefined ? curl : ['taskset', '-c', String(core), ...curl];
  const [status, time = 0, size] = (await run(program, args)).split(' ').map(Number);
  if (status !== 200 || size !== BIG_BYTES) throw new Error(`curl got ${status} and ${size} bytes`);
  return time;
}

/** Downloads in turns, so that a disturbance of the machine affects all ways. */
async function measure({ store, service, bare, direct }: Ways, core?: number): Promise<readonly Round[]> {
  const storeCpu = () => store.pids().reduce((sum, each) => sum + cpuSecondsOf(each), 0);
  const through = async ({ pid, url }: Sender) => {
    const before = [cpuSecondsOf(pid), storeCpu()] as const;
    const seconds = await download(url, core);
    return { seconds, cpu: cpuSecondsOf(pid) - before[0], storeCpu: storeCpu() - before[1] };
  };
  const all: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await download(direct, core);
    const own = await through(service);
    const other = await through(bare);
    all.push({
      direct: alone,
      service: own.seconds,
      bare: other.seconds,
      serviceCpu: own.cpu,
      storeCpu: own.storeCpu,
      bareCpu: other.cpu,
    });
  }
  return all;
}

function reportRatio(name: string, all: readonly Round[]): void {
  const of = (value: (round: Round) => number) => median(all.map(value));
  const ratio = of(({ direct, service }) => direct / service);
  const speed = (seconds: number) => `${(BIG_BYTES / 1e6 / seconds).toFixed(0)} MB/s`;
  const processor = (seconds: number) => `${seconds.toFixed(2)} s of a processor`;
  const bare = `a bare proxy ${speed(of((round) => round.bare))}, ${processor(of((round) => round.bareCpu))}`;
  report({
    name,
    asked: '0.8 of curl',
    measured: `${ratio.toFixed(2)} (${speed(of((round) => round.service))}, ${processor(of((round) => round.serviceCpu))})`,
    peer: `curl from radosgw ${speed(of((round) => round.direct))}; radosgw ${of((round) => round.storeCpu).toFixed(2)} s; ${bare}`,
    isReached: ratio >= 0.8,
  });
}

/** Imports one file of noise into the store; returns the settings of a service over it. */
async function importNoise(store: Radosgw, folder: string): Promise<Readonly<Record<string, string>>> {
  const bundle = join(folder, 'bundle');
  mkdirSync(bundle);
  writeNoise(join(bundle, 'big.bin'), BIG_BYTES);
  const users = [{ id: 1, name: 'Service', service: true }];
  const catalogue = { languages: ['en'], users, assets: [{ id: BIG, file: 'big.bin' }] };
  writeFileSync(join(bundle, 'catalogue.json'), JSON.stringify(catalogue));
  const settings = {
    ABS_ORIGINALS_URL: 's3://downloads',
    ABS_ORIGINALS_ENDPOINT: store.url,
    ABS_ORIGINALS_PATH_STYLE: 'true',
    AWS_ACCESS_KEY_ID: store.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.secretAccessKey,
  };
  await runCommand(['import', bundle, '--data', join(folder, 'data')], settings);
  return settings;
}

/** Returns an address of the only object. */
async function addressOfObject(store: Radosgw): Promise<string> {
  const fail = (message: string) => new Error(message);
  using client = new S3Client({
    settings: store.settings('s3://downloads'),
    errors: { unreachable: fail, damaged: fail },
  });
  for await (const name of namesInS3(client, AbortSignal.timeout(60_000))) {
    return await client.presign(name, { seconds: 3600, query: {} });
  }
  throw new Error('the import has stored nothing');
}

/** Starts the proxy of plain sockets, which ends with its owner. */
async function startBareProxy(direct: string): Promise<Sender & AsyncDisposable> {
  const program = fileURLToPath(new URL('bare-proxy.ts', import.meta.url));
  const child = spawn(process.execPath, [program, direct], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    url: String(url),
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

const started = isInstalled('curl', '--version')
  ? await startRadosgw({ megabytes: STORE_MEGABYTES })
  : 'curl is not installed';
if (typeof started === 'string') console.log(`not measured: ${started}`);
else {
  await using store = started;
  const folder = mkdtempSync(join(tmpdir(), 'abs-bench-s3-'));
  try {
    await store.makeBucket('downloads');
    const settings = await importNoise(store, folder);
    await using server = await startServer(join(folder, 'data'), { threads: 1, settings });
    const pid = server.pid ?? 0;
    const direct = await addressOfObject(store);
    await using bare = await startBareProxy(direct);
    const service = { pid, url: `${server.url}/asset.do?download=${BIG}` };
    const ways: Ways = { store, service, bare, direct };
    // Code and caches are warm after the first download.
    for (const { url } of [service, bare]) await download(url);
    const before = megabytesOf(pid, 'VmRSS');
    reportRatio('an original of 1 GB from radosgw', await measure(ways));
    const growth = megabytesOf(pid, 'VmHWM') - before;
    report({
      name: 'memory while it is sent',
      asked: `${GROWTH_MEGABYTES} MB more`,
      measured: `${growth.toFixed(0)} MB`,
      isReached: growth < GROWTH_MEGABYTES,
    });
    if (isInstalled('taskset', '--version')) {
      for (const each of store.pids()) await run('taskset', ['-acp', '0', String(each)]);
      for (const each of [service, bare]) await run('taskset', ['-acp', '1', String(each.pid)]);
      // Like a store on a machine of its own: otherwise all of them share two cores.
      reportRatio('the same, with radosgw on one core, the service and curl on another', await measure(ways, 1));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
