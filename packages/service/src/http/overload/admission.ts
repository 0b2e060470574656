import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { openFairQueue } from '../../../../core/src/concurrency/fair-queue.ts';

/**
 * Sheds load, and decides when each request starts. A thread starts one request after the other and yields to its event
 * loop after each slice of work. So it keeps accepting connections, sending cached answers and refusing excess
 * requests, however many wait. It serves the caller with the least recent work first. When the waiting requests amount
 * to more than `milliseconds` of work, it immediately refuses a request of the caller with the most work, done plus waiting. A
 * burst is not an overload: a thread that had little to do lets all requests wait at first, but none for more than five
 * times `milliseconds`. All times, waits included, are processor time of this thread.
 */
export interface Admission {
  /** Starts the request immediately if the thread is idle; otherwise queues or refuses it. */
  admit(request: QueuedRequest): void;
  /**
   * Reports an accepted connection. The event loop accepts one connection per turn, so others may be pending: the
   * thread accepts them before its next slice.
   */
  connectionAccepted(): void;
  waiting(): number;
  /** Number of requests refused so far. */
  refused(): number;
}

/** A request in the queue. Exactly one thing happens to it: it starts, is refused, or turns out to be done. */
export interface QueuedRequest {
  /** Requests of the same caller wait in one line. */
  readonly caller: string;
  start(): void;
  refuse(): void;
  /** Called when its turn has come: true if there is nothing left to start. It may finish small remaining work. */
  isDone(): boolean;
}

/** The past work of each caller is halved after this many times `milliseconds` of work for all callers. */
const FORGETTING = 10;
/** Most requests that wait in a thread: each holds memory for its headers and its connection. */
export const MAX_WAITING = 2048;
/** A request waits for at most this many times `milliseconds` of work. */
const BURST = 5;
/**
 * Work between two turns of the event loop. A slice starts at least one request and takes as long as the turn before
 * it, within these bounds.
 */
const SHORTEST_SLICE_MILLISECONDS = 1;
const LONGEST_SLICE_MILLISECONDS = 50;
/** Most consecutive turns that accept connections. */
const MAX_TURNS = 16;

/** Opens the admission of one thread; except in a burst, at most `milliseconds` of work may wait. */
export function openAdmission(
  milliseconds: number,
  { workedSoFar = processorTime, nextTurn = afterReading }: Clock = {},
): Admission {
  const queue = openFairQueue<{ readonly request: QueuedRequest; readonly since: number }>(milliseconds * FORGETTING);
  let isWorking = false;
  /** Milliseconds spent in slices since the thread was last idle. */
  let worked = 0;
  /** Average cost of a request in milliseconds, including the reading, refusing and sending beside it. */
  let mean = 0;
  /** The sums behind `mean`, of about the last `milliseconds` of work, so that a pause to collect garbage counts little. */
  const recent = { work: 0, requests: 0 };
  let refused = 0;
  /** True if a request was refused in this busy period: then it is no burst. */
  let hasRefused = false;
  /** The same of the last one. */
  let hadRefused = false;
  let hasConnected = false;

  function refuse(request: QueuedRequest): void {
    refused += 1;
    hasRefused = true;
    request.refuse();
  }

  function mayWait(): boolean {
    if (queue.size() >= MAX_WAITING) return false;
    const isBurst = !hadRefused && !hasRefused && worked <= milliseconds;
    return isBurst || queue.size() * mean <= milliseconds;
  }

  function learn(work: number, requests: number): void {
    if (requests === 0) return;
    const kept = Math.exp(-work / milliseconds);
    recent.work = recent.work * kept + work;
    recent.requests = recent.requests * kept + requests;
    mean = recent.work / recent.requests;
  }

  async function turn(): Promise<void> {
    for (let turns = 0; turns === 0 || (hasConnected && turns < MAX_TURNS); turns += 1) {
      hasConnected = false;
      await nextTurn();
    }
  }

  /** Starts queued requests: at least one, and none after `until`. Returns how many it started, and the time at its end. */
  async function slice(begin: number, until: number): Promise<{ readonly started: number; readonly end: number }> {
    let started = 0;
    // Reading the clock is a system call, so the end of each request is the begin of the next one.
    let time = begin;
    for (let next = queue.shift(); next; next = time < until ? queue.shift() : undefined) {
      const { request, since } = next.item;
      if (request.isDone()) {
        time = workedSoFar();
      } else if (time - since > milliseconds * BURST) {
        refuse(request);
      } else {
        time = await start(request, time);
        started += 1;
      }
    }
    return { started, end: time };
  }

  /** Starts a request and returns the time at its end. */
  async function start(request: QueuedRequest, begin: number): Promise<number> {
    request.start();
    await callsEnded();
    const end = workedSoFar();
    queue.charge(request.caller, end - begin);
    return end;
  }

  /** Makes room: refuses a waiting request of a caller with more work. Returns false if no caller has more. */
  function replaceHeavier(request: QueuedRequest): boolean {
    const other = queue.takeFromHeaviest(request.caller, mean);
    if (!other) return false;
    if (!other.request.isDone()) refuse(other.request);
    return true;
  }

  async function work(first: QueuedRequest): Promise<void> {
    isWorking = true;
    hadRefused = hasRefused;
    hasRefused = false;
    worked = 0;
    let begin = workedSoFar();
    let end = begin;
    let started = 1;
    await start(first, begin);
    for (;;) {
      await turn();
      const time = workedSoFar();
      learn(time - begin, started);
      if (queue.size() === 0) break;
      // A slice as long as the last turn guarantees progress for waiting requests, however many others arrive.
      const length = Math.min(Math.max(time - end, SHORTEST_SLICE_MILLISECONDS), LONGEST_SLICE_MILLISECONDS);
      begin = time;
      ({ started, end } = await slice(begin, begin + length));
      worked += end - begin;
    }
    isWorking = false;
  }

  return {
    admit(request) {
      if (!isWorking) return void work(request);
      if (mayWait() || replaceHeavier(request)) queue.push(request.caller, { request, since: workedSoFar() });
      else refuse(request);
    },
    connectionAccepted() {
      hasConnected = true;
    },
    waiting: queue.size,
    refused: () => refused,
  };
}

interface Clock {
  /** Milliseconds of processor time that the thread has used so far. */
  readonly workedSoFar?: () => number;
  /** Resolves after a turn of the event loop that has read everything that had arrived. */
  readonly nextTurn?: () => Promise<void>;
}

/** CPU time of this thread in milliseconds: load from other programs on the machine must not cause refusals. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * One immediate might do no more than end the turn in which a request was read. Then the thread would see just that request and
 * none of those that arrived after it.
 */
async function afterReading(): Promise<void> {
  const { nodeTiming } = performance;
  const turn = nodeTiming.uvMetricsInfo.loopCount;
  while (nodeTiming.uvMetricsInfo.loopCount === turn) await setImmediate();
}

/** Waits until everything that a call does without waiting is done: a tick runs only when no promise can continue. */
async function callsEnded(): Promise<void> {
  await Promise.resolve();
  await new Promise<void>((done) => process.nextTick(done));
}
