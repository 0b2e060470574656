import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { openFairLine } from '../fair-line.ts';

/**
 * Decides when a request is worked on, and whether. A thread begins one after the other and takes a turn of its event loop after
 * each slice of work: so it keeps taking in connections, sending what is known and refusing what is too much, however many wait.
 * The caller for whom least was done of late is served first. When requests would wait for more than `milliseconds` of work, one of
 * the caller with most work, done and waiting, is refused at once. A burst is not an overload: a thread that had little to do lets
 * everybody wait at first, but nobody for more than five times that work.
 */
export interface Admission {
  /** Begins it now where nobody waits, or in its turn, or refuses it. */
  admit(newcomer: Newcomer): void;
  /** A connection was taken in. The event loop takes in one in each turn, so further ones may wait: they come before the next slice. */
  connected(): void;
  /** Requests that wait. */
  waiting(): number;
  /** Requests that were refused so far. */
  refused(): number;
}

/** A request as the line sees it; each is begun or refused once, or found to be done. */
export interface Newcomer {
  /** Requests of the same caller share his turn. */
  readonly caller: string;
  begin(): void;
  refuse(): void;
  /** Asked when its turn has come: true where there is nothing to begin any more. It may do what little is left. */
  isDone(): boolean;
}

/** Past work of each caller is halved after this many times `milliseconds` of work for all. */
const MEMORY = 10;
/** Requests that may wait in a thread: with them their headers and connections take memory. */
export const MOST_IN_LINE = 2048;
/** A burst may wait for so many times the work. */
const BURST = 5;
/** What comes until the thread has worked for this part of `milliseconds` may be one. */
const BURST_PART = 1 / 4;
/** Work between two turns of the event loop: one request at least, and as long as the turn itself took within these bounds. */
const SHORTEST_SLICE_MILLISECONDS = 1;
const LONGEST_SLICE_MILLISECONDS = 50;
/** Turns in a row that take in connections. */
const MOST_TURNS = 16;
/** Of the newest request in the mean of what each costs. */
const WEIGHT = 1 / 16;

export function openAdmission(
  milliseconds: number,
  { now = processorTime, settled = callsEnded, nextTurn = afterReading }: Clock = {},
): Admission {
  const line = openFairLine<{ readonly newcomer: Newcomer; readonly since: number }>(milliseconds * MEMORY);
  let isWorking = false;
  /** Time of the slices since the thread had nothing to do. */
  let worked = 0;
  /** What a request costs lately, with all that is done beside it: reading, refusing, sending. */
  let mean = 0;
  let refused = 0;
  /** Somebody was refused since the thread had nothing to do, or just before that: what comes now is not out of the blue. */
  let hasRefused = false;
  let hadRefused = false;
  let hasConnected = false;

  function refuse(newcomer: Newcomer): void {
    refused += 1;
    hasRefused = true;
    newcomer.refuse();
  }

  function mayWait(): boolean {
    if (line.size() >= MOST_IN_LINE) return false;
    const isBurst = !hadRefused && !hasRefused && worked <= milliseconds * BURST_PART;
    return isBurst || line.size() * mean <= milliseconds;
  }

  async function turn(): Promise<void> {
    for (let turns = 0; turns === 0 || (hasConnected && turns < MOST_TURNS); turns += 1) {
      hasConnected = false;
      await nextTurn();
    }
  }

  /** Begins those whose turn has come, one at least; none after `until`. How many. */
  async function slice(until: number): Promise<number> {
    let begun = 0;
    for (let next = line.shift(); next; next = now() < until ? line.shift() : undefined) {
      const { newcomer, since } = next.item;
      if (newcomer.isDone()) continue;
      if (now() - since > milliseconds * BURST) refuse(newcomer);
      else {
        await begin(newcomer);
        begun += 1;
      }
    }
    return begun;
  }

  async function begin(newcomer: Newcomer): Promise<void> {
    const began = now();
    newcomer.begin();
    await settled();
    line.charge(newcomer.caller, now() - began);
  }

  /** Refuses a waiting request of a caller with more work in favour of the newcomer; false if there is none. */
  function takePlace(newcomer: Newcomer): boolean {
    const place = line.takeFromHeaviest(newcomer.caller, mean);
    if (!place) return false;
    if (!place.newcomer.isDone()) refuse(place.newcomer);
    return true;
  }

  async function work(first: Newcomer): Promise<void> {
    isWorking = true;
    hadRefused = hasRefused;
    hasRefused = false;
    worked = 0;
    let began = now();
    let ended = began;
    let begun = 1;
    await begin(first);
    for (;;) {
      await turn();
      const time = now();
      if (begun > 0) mean += ((time - began) / begun - mean) * (1 - (1 - WEIGHT) ** begun);
      if (line.size() === 0) break;
      // So those who wait get on, however many others come meanwhile.
      const length = Math.min(Math.max(time - ended, SHORTEST_SLICE_MILLISECONDS), LONGEST_SLICE_MILLISECONDS);
      begun = await slice(time + length);
      began = time;
      ended = now();
      worked += ended - time;
    }
    isWorking = false;
  }

  return {
    admit(newcomer) {
      if (!isWorking) return void work(newcomer);
      if (mayWait() || takePlace(newcomer)) line.push(newcomer.caller, { newcomer, since: now() });
      else refuse(newcomer);
    },
    connected() {
      hasConnected = true;
    },
    waiting: line.size,
    refused: () => refused,
  };
}

interface Clock {
  /** Milliseconds of work. */
  readonly now?: () => number;
  /** Resolves when all is done that was begun and waits for nothing from outside. */
  readonly settled?: () => Promise<void>;
  /** Resolves after a turn of the event loop in which everything that had come was read. */
  readonly nextTurn?: () => Promise<void>;
}

/** Of this thread, so that what other programs do on the machine is nobody's fault here. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** An immediate alone may only end the turn in which something was read, and then the next request would be all that is there. */
async function afterReading(): Promise<void> {
  const { nodeTiming } = performance;
  const turn = nodeTiming.uvMetricsInfo.loopCount;
  while (nodeTiming.uvMetricsInfo.loopCount === turn) await setImmediate();
}

/** A tick comes when no promise is left to go on. */
async function callsEnded(): Promise<void> {
  await Promise.resolve();
  await new Promise<void>((done) => process.nextTick(done));
}
