/** The mix run by one and by two threads over one shared index. */
import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { answerCalls } from '../../../core/src/concurrency/calls.ts';
import { INDEX_CALLS } from '../../src/app/index/index-calls.ts';
import { openSharedIndex, type SharedIndex } from '../../src/app/index/index-threads.ts';
import { median, report } from '../report.ts';
import type { QueryOrder, QueryOutcome, QueryThreadData } from './query-thread.ts';

const ASKED_RATIO = 1.6;
const SECONDS = 3;

export async function benchThreads(directory: string, rounds: number): Promise<void> {
  await using shared = openSharedIndex({ data: directory });
  await shared.reach();
  const workers = await Promise.all([0, 0.5].map((start) => openThread(shared, { directory, start })));
  const one: Measured[] = [];
  const two: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    const turns = [
      // Each alone, because the first queries of a thread influence how V8 optimises its code.
      async () => one.push(mean(await run(workers.slice(0, 1)), await run(workers.slice(1)))),
      async () => two.push(await run(workers)),
    ];
    for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
  }
  await Promise.all(workers.map((worker) => worker.terminate()));

  // The first round is a warm-up.
  const middle = (all: readonly Measured[], of: keyof Measured) => median(all.slice(1).map((each) => each[of]));
  const ratio = middle(two, 'perSecond') / middle(one, 'perSecond');
  const perCpu = `${middle(two, 'perCpuSecond').toFixed(0)} over ${middle(one, 'perCpuSecond').toFixed(0)}`;
  report({
    name: 'two query threads over one',
    asked: `${ASKED_RATIO} times`,
    measured: `${ratio.toFixed(2)} times: ${middle(two, 'perSecond').toFixed(0)} over ${middle(one, 'perSecond').toFixed(0)} q/s (per second of CPU ${perCpu})`,
    isReached: ratio >= ASKED_RATIO,
  });
}

interface Measured {
  readonly perSecond: number;
  /** Shows how much the threads slow each other down, whatever else uses the machine. */
  readonly perCpuSecond: number;
}

function mean(a: Measured, b: Measured): Measured {
  return { perSecond: (a.perSecond + b.perSecond) / 2, perCpuSecond: (a.perCpuSecond + b.perCpuSecond) / 2 };
}

async function run(workers: readonly Worker[]): Promise<Measured> {
  const outcomes = await Promise.all(
    workers.map(async (worker) => {
      worker.postMessage({ seconds: SECONDS } satisfies QueryOrder);
      const [outcome] = await once(worker, 'message');
      return outcome as QueryOutcome;
    }),
  );
  const sum = (of: (outcome: QueryOutcome) => number) => outcomes.reduce((total, each) => total + of(each), 0);
  return {
    perSecond: sum(({ asked, seconds }) => asked / seconds),
    perCpuSecond: sum(({ asked }) => asked) / sum(({ cpuSeconds }) => cpuSeconds),
  };
}

async function openThread(shared: SharedIndex, data: Omit<QueryThreadData, 'port'>): Promise<Worker> {
  const { port1, port2 } = new MessageChannel();
  answerCalls(port1, INDEX_CALLS, { index: shared }, console.error);
  const worker = new Worker(new URL('./query-thread.ts', import.meta.url), {
    workerData: { ...data, port: port2 } satisfies QueryThreadData,
    transferList: [port2],
  });
  await once(worker, 'message');
  return worker;
}
