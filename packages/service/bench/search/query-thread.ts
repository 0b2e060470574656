/** Entry of a thread that runs the mix, like an HTTP thread: views come from the index thread, pages from its own connection. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { callsTo } from '../../../core/src/concurrency/calls.ts';
import { INDEX_CALLS } from '../../src/app/index/index-calls.ts';
import { openEngine } from './columnar.ts';
import { everyone, questionsFor } from './shapes.ts';

export interface QueryThreadData {
  readonly directory: string;
  /** The port to the index. */
  readonly port: MessagePort;
  /** Where to begin in the mix, from 0 to 1, so that threads run different queries at the same time. */
  readonly start: number;
}

export interface QueryOrder {
  readonly seconds: number;
}

export interface QueryOutcome {
  readonly asked: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

const { directory, port, start } = workerData as QueryThreadData;
const { index } = callsTo(port, INDEX_CALLS, console.error);
const engine = openEngine(directory, async () => await index.reach());
const all = questionsFor(await everyone(engine.catalogue));
const first = Math.floor(all.length * start);
const questions = [...all.slice(first), ...all.slice(0, first)];

parentPort?.on('message', async ({ seconds }: QueryOrder) => {
  const cpu = process.threadCpuUsage();
  const begun = performance.now();
  let asked = 0;
  // Complete passes: queries differ much.
  while (performance.now() - begun < seconds * 1000) {
    for (const { query } of questions) await engine.ask(query);
    asked += questions.length;
  }
  const { user, system } = process.threadCpuUsage(cpu);
  parentPort?.postMessage({
    asked,
    seconds: (performance.now() - begun) / 1000,
    cpuSeconds: (user + system) / 1e6,
  } satisfies QueryOutcome);
});
parentPort?.postMessage('ready');
