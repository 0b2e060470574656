import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { answerCalls } from '../../../core/src/concurrency/calls.ts';
import { collectGarbageSoon } from '../../../core/src/concurrency/garbage-collection.ts';
import { exitOf } from '../../../core/src/concurrency/worker-exit.ts';
import { entryModule } from '../../../core/src/platform/entry-module.ts';
import { codeOf } from '../../../core/src/platform/system-errors.ts';
import type { Config } from '../config/settings.ts';
import { type Limits, openServer } from '../http/server.ts';
import type { StopOrder, ThreadData } from './http-thread.ts';
import { PROCESS_CALLS } from './process-calls.ts';
import type { ProcessServices } from './process-services.ts';
import { threadCount } from './thread-count.ts';
import { openThreadServices } from './thread-services.ts';

/** Connections that are open at the same time; each takes about 14 KB. */
const MAX_CONNECTIONS = 10_000;

/**
 * Three times the young objects that start a collection. V8 would let the space of each thread grow from 8 to 64 MB and shrink
 * again, so that no leak could be told from it; requests leave so little that the collections are no more.
 */
const NURSERY_MEGABYTES = 24;

/** The listening side of the service, in as many threads as configured. */
export interface Listening {
  readonly port: number;
  /** Resolves if a thread ends unexpectedly. */
  readonly failed: Promise<Error>;
  /** Drains and stops all threads. Cuts requests that run longer than the order allows. */
  close(order: StopOrder): Promise<void>;
}

/** Starts to answer requests. A single thread is this thread; several are worker threads that share the port. */
export async function listen(config: Config, processServices: ProcessServices, log: Logger): Promise<Listening> {
  const threads = threadCount(config.threads);
  const free = { ...config, port: await freePort(config) };
  return threads === 1 ? listenHere(free, processServices, log) : listenInThreads(threads, free, processServices, log);
}

async function listenHere(config: Config, processServices: ProcessServices, log: Logger): Promise<Listening> {
  await using stack = new AsyncDisposableStack();
  const services = stack.use(await openThreadServices(config, processServices, log));
  const { host, port, trustProxy } = config;
  const server = await openServer({
    host,
    port,
    reusePort: false,
    trustProxy,
    limits: limitsOf(config, 1),
    log,
    ...services,
  });
  collectGarbageSoon({ shrink: true });
  const owned = stack.move();
  return {
    port: server.port,
    failed: new Promise(() => {}),
    close: async ({ drainSeconds, graceSeconds }) => {
      services.drain();
      await delay(drainSeconds * 1000);
      services.stop();
      await server.close(graceSeconds);
      await owned[Symbol.asyncDispose]();
    },
  };
}

async function listenInThreads(
  count: number,
  config: Config,
  processServices: ProcessServices,
  log: Logger,
): Promise<Listening> {
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>();
  const { port } = config;
  const { means, missing, counts, rendererVersion, service } = processServices;
  const facts = { means, missing, counts, rendererVersion, service };
  const threads = Array.from({ length: count }, () =>
    startThread({ config, limits: limitsOf(config, count), port, facts }, processServices, log),
  );

  /** Stops all threads; each ends independently of the others. */
  async function close(order: StopOrder): Promise<void> {
    for (const { worker } of threads) worker.postMessage(order);
    await Promise.all(threads.map(({ gone }) => gone));
  }

  const starts = await Promise.allSettled(threads.map(({ listening }) => listening));
  const refusal = starts.find((start) => start.status === 'rejected');
  if (refusal) {
    await close({ drainSeconds: 0, graceSeconds: 0 });
    throw refusal.reason;
  }
  let isExpected = false;
  for (const { gone } of threads) {
    gone.then((error) => {
      if (!isExpected) fail(error ?? new Error('an HTTP thread ended by itself'));
      else if (error) log.error({ err: error }, 'an HTTP thread died while it was to stop');
    });
  }
  return {
    port,
    failed,
    close: async (order) => {
      isExpected = true;
      await close(order);
    },
  };
}

/** Returns the limits of one thread, with its share of the connections. */
function limitsOf({ http: { idleSeconds } }: Config, threads: number): Limits {
  return { connections: Math.ceil(MAX_CONNECTIONS / threads), idleSeconds };
}

/**
 * Returns the port to listen on. Rejects, saying what to do, if that is impossible. Threads that share a port would also share it
 * with another service of the same user, so this listens on it once without sharing.
 */
export async function freePort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<number> {
  const server = createServer();
  server.listen({ host, port, exclusive: true });
  try {
    await once(server, 'listening');
  } catch (cause) {
    const advice = adviceFor(codeOf(cause), { host, port });
    if (advice === undefined) throw cause;
    throw new Error(advice, { cause });
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** What is wrong with an address, and the setting to change; undefined for the code of an error that tells nothing of it. */
function adviceFor(code: string, { host, port }: Pick<Config, 'host' | 'port'>): string | undefined {
  const other = (setting: string) => `(${code}); choose another with --${setting} or ABS_${setting.toUpperCase()}`;
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} of ${host} is in use ${other('port')}`;
    case 'EACCES':
      return `this user may not listen on port ${port} ${other('port')}`;
    case 'EADDRNOTAVAIL':
      return `${host} is no address of this machine ${other('host')}`;
    case 'ENOTFOUND':
      return `no host has the name ${host} ${other('host')}`;
    default:
      return undefined;
  }
}

function startThread(data: Omit<ThreadData, 'calls'>, processServices: ProcessServices, log: Logger) {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(entryModule('http-thread', import.meta.url), {
    workerData: { ...data, calls: port2 } satisfies ThreadData,
    transferList: [port2],
    resourceLimits: { maxYoungGenerationSizeMb: NURSERY_MEGABYTES },
  });
  const ended = exitOf(worker);
  const closed = new Promise<void>((resolve) => port1.once('close', () => resolve()));
  answerCalls(port1, PROCESS_CALLS, processServices, (err) => log.error({ err }, 'a call of an HTTP thread failed'));
  return {
    worker,
    /** Resolves with the first message of the thread. */
    listening: new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve());
      ended.then((error) => reject(error ?? new Error('an HTTP thread ended before it listened')));
    }),
    /** Never rejects. The channel closes after the last message of the thread, so no download count is lost. */
    gone: closed.then(() => ended),
  };
}
