import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc, { forRunsAsync } from '../../../core/test/support/fast-check.ts';
import { MAX_WAITING, openAdmission } from '../../src/http/overload/admission.ts';

/** The outcome of a request, with the thread's time at which it arrived, started or was refused. */
interface Fate {
  readonly caller: string;
  readonly came: number;
  begun?: number;
  refused?: number;
}

/** A thread whose work takes what we say. `arrivals` come in turns of the event loop; resolves when nothing is left. */
async function simulate(
  milliseconds: number,
  arrivals: readonly ((thread: Thread) => void)[],
): Promise<readonly Fate[]> {
  let time = 0;
  let turns = 0;
  const fates: Fate[] = [];
  const admission = openAdmission(milliseconds, {
    workedSoFar: () => time,
    nextTurn: async () => {
      await nextTurn();
      arrivals[turns++]?.(thread);
    },
  });
  /** Work that continues through promises alone belongs to the same request. */
  async function workFor(cost: number): Promise<void> {
    for (let i = 0; i < 20; i++) await undefined;
    time += cost;
  }
  const thread: Thread = {
    read: (cost) => {
      time += cost;
    },
    connect: admission.connectionAccepted,
    ask: (cost, isGone = () => false, caller = 'somebody') => {
      const fate: Fate = { caller, came: time };
      fates.push(fate);
      admission.admit({
        caller,
        start: () => {
          fate.begun = time;
          void workFor(cost);
        },
        refuse: () => {
          fate.refused = time;
        },
        isDone: isGone,
      });
      assert.ok(admission.waiting() <= MAX_WAITING);
    },
    turns: () => turns,
  };
  while (turns < arrivals.length) {
    const turn = turns;
    arrivals[turns++]?.(thread);
    // While there is work, turns are counted where it waits for them.
    do await nextTurn();
    while (admission.waiting() > 0);
    assert.ok(turns > turn);
  }
  for (let i = 0; i < 3; i++) await nextTurn();
  assert.equal(admission.refused(), fates.filter(({ refused }) => refused !== undefined).length);
  return fates;
}

interface Thread {
  /** Work that no queued request causes. */
  read(cost: number): void;
  connect(): void;
  ask(cost: number, isGone?: () => boolean, caller?: string): void;
  turns(): number;
}

const count = (fates: readonly Fate[], what: 'begun' | 'refused') =>
  fates.filter((fate) => fate[what] !== undefined).length;
const times = (n: number, what: () => void) => {
  for (let i = 0; i < n; i++) what();
};
/** The same requests in each of so many turns. */
const inTurns = (turns: number, what: (thread: Thread, turn: number) => void) =>
  Array.from({ length: turns }, (_, turn) => (thread: Thread) => what(thread, turn));

test('a burst may queue five times the maximum wait of work; a second burst right after it gets a part of that', async () => {
  const burst = ({ ask }: Thread) => times(700, () => ask(1));
  const fates = await simulate(100, [burst]);
  const begun = count(fates, 'begun');
  assert.ok(begun > 490 && begun <= 502, `${begun}`);
  const pause = Array.from({ length: 1000 }, () => () => {});
  const both = await simulate(100, [burst, ...pause, burst]);
  const second = both.slice(700);
  assert.ok(count(second, 'begun') >= 95 && count(second, 'begun') <= 105, `${count(second, 'begun')}`);
  for (const { refused, came } of second) assert.ok(refused === undefined || refused === came, 'at once');
});

test('under lasting overload, admitted requests wait briefly and the others are refused at once', async () => {
  for (const perTurn of [2, 3]) {
    const fates = await simulate(
      100,
      inTurns(2000, ({ ask }) => times(perTurn, () => ask(2))),
    );
    const begun = count(fates, 'begun');
    assert.ok(begun >= 2000, `${begun}`);
    assert.ok(begun < 2000 + 150);
    for (const fate of fates) {
      const { came, begun = came, refused = came } = fate;
      assert.ok(begun - came <= (perTurn - 1) * 120, `waited ${begun - came}`);
      assert.equal(refused, came);
    }
    const late = fates.slice(1000).map(({ came, begun = came }) => begun - came);
    assert.ok(Math.max(...late) < 110, `${Math.max(...late)}`);
  }
});

test('a pause, as of garbage that is collected, makes nobody pay who waits for little', async () => {
  const steady = inTurns(1000, ({ ask, read }, turn) => {
    // After the pause, everybody is answered and asks again.
    times(turn % 601 === 0 ? 64 : 4, () => ask(0.25));
    if (turn === 600) read(33);
  });
  assert.equal(count(await simulate(100, steady), 'refused'), 0);
});

test('the number of waiting requests is bounded, however cheap they are', async () => {
  const fates = await simulate(60_000, [({ ask }) => times(MAX_WAITING + 100, () => ask(0))]);
  assert.equal(count(fates, 'refused'), 99);
});

/** The requests of a caller, how many of them started, and how long they waited. */
function ofCaller(fates: readonly Fate[], caller: string) {
  const own = fates.filter((fate) => fate.caller === caller);
  return { own, begun: count(own, 'begun'), waits: own.map(({ came, begun = Number.NaN }) => begun - came) };
}

test('light callers are served while heavy callers exceed capacity', async () => {
  const hostile = ['a', 'b', 'c', 'd'];
  const fates = await simulate(
    100,
    inTurns(500, ({ ask }, turn) => {
      for (const caller of hostile) times(3, () => ask(200, undefined, caller));
      // The cost of the first requests is not known yet.
      if (turn % 5 === 4) ask(2, undefined, 'polite');
    }),
  );
  const polite = ofCaller(fates, 'polite');
  assert.deepEqual([polite.own.length, polite.begun], [100, 100]);
  // A request waits at most until the running one has finished.
  assert.ok(Math.max(...polite.waits) <= 200, `${Math.max(...polite.waits)}`);
  const shares = hostile.map((caller) => ofCaller(fates, caller).begun);
  assert.ok(Math.min(...shares) > 30 && Math.max(...shares) - Math.min(...shares) <= 2, `${shares}`);
});

test('every request is answered or refused exactly once, in its caller’s order and in time; aborted ones never start', async () => {
  const request = fc.record({
    cost: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 60, noNaN: true })),
    caller: fc.constantFrom('a', 'b', 'c'),
    staysTurns: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat(20)),
  });
  const turn = fc.record({
    read: fc.double({ min: 0, max: 5, noNaN: true }),
    connections: fc.nat(1),
    requests: fc.oneof(
      fc.array(request, { maxLength: 3 }),
      fc.tuple(request, fc.nat(60)).map(([one, n]) => Array(n).fill(one)),
    ),
  });
  await forRunsAsync(
    100,
    fc.array(turn, { maxLength: 60 }),
    fc.integer({ min: 10, max: 200 }),
    async (all, milliseconds) => {
      const gone = new Set<number>();
      let asked = 0;
      const fates = await simulate(
        milliseconds,
        all.map(({ read, connections, requests }) => (thread: Thread) => {
          thread.read(read);
          times(connections, thread.connect);
          for (const { cost, caller, staysTurns } of requests) {
            const until = thread.turns() + staysTurns;
            const number = asked++;
            const isGone = () => {
              if (thread.turns() <= until) return false;
              gone.add(number);
              return true;
            };
            thread.ask(cost, isGone, caller);
          }
        }),
      );
      const last = new Map<string, number>();
      for (const [number, { caller, came, begun, refused }] of fates.entries()) {
        const outcomes = [begun !== undefined, refused !== undefined, gone.has(number)];
        assert.equal(outcomes.filter((each) => each).length, 1);
        if (begun === undefined) continue;
        assert.ok(begun >= (last.get(caller) ?? 0));
        last.set(caller, begun);
        assert.ok(begun - came <= 5 * milliseconds);
      }
    },
  );
});
