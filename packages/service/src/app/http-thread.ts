/** Entry of an HTTP thread: opens its own read-only connection and listens on the port that all threads share. */
import { setTimeout as delay } from 'node:timers/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { callsTo } from '../../../core/src/concurrency/calls.ts';
import { collectGarbageSoon } from '../../../core/src/concurrency/garbage-collection.ts';
import { openLog } from '../../../core/src/platform/log.ts';
import type { Config } from '../config/settings.ts';
import { type Limits, openServer } from '../http/server.ts';
import { PROCESS_CALLS, type SharedFacts } from './process-calls.ts';
import { openThreadServices } from './thread-services.ts';

/** Data with which the main thread starts an HTTP thread. */
export interface ThreadData {
  readonly config: Config;
  readonly port: number;
  /** Leads to the services of the main thread (`PROCESS_CALLS`). */
  readonly calls: MessagePort;
  readonly limits: Limits;
  readonly facts: SharedFacts;
}

/** Message from the main thread: drain the thread, then stop it. */
export interface StopOrder {
  /** How long requests are still answered while the thread says that it isn't ready. */
  readonly drainSeconds: number;
  /** How long running requests may then take to finish. */
  readonly graceSeconds: number;
}

if (!parentPort) throw new Error('this file is the entry of a worker thread');
const parent = parentPort;
const { config, limits, port, calls, facts } = workerData as ThreadData;
const log = openLog();
const shared = callsTo(calls, PROCESS_CALLS, (err) => log.error({ err }, 'a call to the main thread failed'));
const services = await openThreadServices(config, { ...shared, ...facts }, log);
const { host, trustProxy } = config;
const server = await openServer({ host, port, reusePort: true, trustProxy, limits, log, ...services });
parent.postMessage('listening');
collectGarbageSoon({ shrink: true });
parent.once('message', async ({ drainSeconds, graceSeconds }: StopOrder) => {
  services.drain();
  await delay(drainSeconds * 1000);
  services.stop();
  await server.close(graceSeconds);
  await services[Symbol.asyncDispose]();
  // Counts of downloads that ended with the last answers may still be in transit to main; closing the port after them
  // keeps the order.
  calls.close();
});
