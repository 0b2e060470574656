/** Very many requests to a running service, over real sockets. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { processState } from '../support/curves.ts';
import { type LongService, startLongService } from '../support/long-service.ts';
import { readMetrics } from '../support/metrics.ts';
import { copySample } from '../support/sample.ts';

const SOCKETS = 16;
/** Requests sent together on one connection. */
const TOGETHER = 16;
const LOOKS = 20;

export interface DistinctRequests {
  /** Memory of the result cache and of the response cache, as /metrics reports it over time. */
  readonly kept: readonly number[];
  readonly repeated: readonly number[];
  /** Memory of the process at the same times; NaN where the system doesn't report it. */
  readonly rssBytes: readonly number[];
  readonly heapBytes: readonly number[];
  readonly computed: number;
}

/** Twice what the service needs of it while it answers. */
const MAX_HEAP_MEGABYTES = 96;

/** Sends this many distinct requests to a service with one thread and a cache of this many megabytes. */
export async function askDistinct({
  questions,
  megabytes,
}: {
  readonly questions: number;
  readonly megabytes: number;
}): Promise<DistinctRequests> {
  await using service = await startSample({
    ABS_THREADS: '1',
    ABS_CACHE_MEGABYTES: String(megabytes),
    // V8 collects a large heap when it finds time, so its size would depend on the speed of the machine.
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --max-old-space-size=${MAX_HEAP_MEGABYTES}`.trim(),
  });
  const before = (await readMetrics(service.url)).get('abs_results_computed_total') ?? 0;
  const found = { kept: [] as number[], repeated: [] as number[], rssBytes: [] as number[], heapBytes: [] as number[] };
  let computed = 0;
  for (let look = 0; look < LOOKS; look++) {
    const from = Math.round((questions * look) / LOOKS);
    const to = Math.round((questions * (look + 1)) / LOOKS);
    await askRange(service.url, from, to);
    const values = await readMetrics(service.url);
    found.kept.push(values.get('abs_result_cache_bytes') ?? Number.NaN);
    found.repeated.push(values.get('abs_response_cache_bytes') ?? Number.NaN);
    found.heapBytes.push(values.get('abs_heap_bytes') ?? Number.NaN);
    found.rssBytes.push(processState(service.pid)?.rssBytes ?? Number.NaN);
    computed = (values.get('abs_results_computed_total') ?? 0) - before;
  }
  if (service.troubles.length > 0) throw new Error(service.troubles.join('\n'));
  return { ...found, computed };
}

/** Sends the requests numbered `from` up to `to`, several at a time on each of several connections. */
async function askRange(url: string, from: number, to: number): Promise<void> {
  const { hostname, port } = new URL(url);
  let next = from;
  const work = async () => {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    while (next < to) {
      const first = next;
      next = Math.min(to, first + TOGETHER);
      await askTogether(socket, first, next);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: SOCKETS }, work));
}

/** Resolves when this many answers have arrived, all of them 200. */
function askTogether(socket: Socket, from: number, to: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let missing = to - from;
  let rest = '';
  const take = (chunk: Buffer) => {
    // An answer begins with its status line and ends with its envelope; neither occurs elsewhere in it.
    const text = rest + chunk.toString('latin1');
    const status = /HTTP\/1\.1 (?!200)\d+[\s\S]*/.exec(text);
    if (status) reject(new Error(status[0].slice(0, 500)));
    const ends = text.split('"status":200,').length - 1;
    rest = text.slice(-('"status":200,'.length - 1));
    missing -= ends;
    if (missing === 0) done(resolve);
  };
  const fail = () => done(() => reject(new Error('the connection ended')));
  const done = (how: () => void) => {
    socket.off('data', take);
    socket.off('close', fail);
    how();
  };
  socket.on('data', take);
  socket.once('close', fail);
  let text = '';
  for (let i = from; i < to; i++) text += `GET ${pathOf(i)} HTTP/1.1\r\nHost: x\r\n\r\n`;
  socket.write(text);
  return promise;
}

/** A different request for each number. */
function pathOf(i: number): string {
  return i % 2 === 0 ? `/node.do?suggest=word${i}` : `/node.do?search=word${i}&paginate=20`;
}

export interface AllAtOnce {
  readonly computed: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** The answers, as text. */
  readonly bodies: ReadonlySet<string>;
}

/** This many callers, each on a connection of its own, send the same new request before any of them has an answer. */
export async function askAllAtOnce({
  callers,
  threads,
}: {
  readonly callers: number;
  readonly threads: number;
}): Promise<AllAtOnce> {
  // All callers, and the reader of the metrics, share one address, whose connections are not limited if it is a proxy.
  await using service = await startSample({ ABS_THREADS: String(threads), ABS_TRUST_PROXY: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const ask = (path: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
    get(service.url + path, { agent }, async (response: IncomingMessage) => {
      resolve({ status: response.statusCode ?? 0, body: Buffer.concat(await response.toArray()).toString() });
    }).once('error', reject);
    return promise;
  };
  try {
    // All callers connect before the first request.
    await Promise.all(Array.from({ length: callers }, () => ask('/health')));
    const before = (await readMetrics(service.url)).get('abs_results_computed_total') ?? 0;
    const answers = await Promise.all(
      Array.from({ length: callers }, () => ask('/node.do?search=&search_facets=2&extended=true')),
    );
    const computed = ((await readMetrics(service.url)).get('abs_results_computed_total') ?? 0) - before;
    const statuses = new Map<number, number>();
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return { computed, statuses, bodies: new Set(answers.map(({ body }) => body)) };
  } finally {
    agent.destroy();
  }
}

/** The service over a copy of the sample, in a folder of its own. */
async function startSample(settings: Readonly<Record<string, string>>): Promise<LongService> {
  const folder = newFolder();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await copySample(folder);
    const service = await startLongService(folder, settings);
    return {
      ...service,
      [Symbol.asyncDispose]: async () => {
        await service[Symbol.asyncDispose]();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
