/** The mix during a rebuild of the base after many changes, and during further changes. */
import { FULL_SHARE, INDEX_LIMITS } from '../../../columnar/src/index-limits.ts';
import { ms, percentile, report, seconds } from '../report.ts';
import type { ChangingCopy } from './changing-copy.ts';
import { waitedForCpu } from './cpu-wait.ts';
import { everyone, type Question, questionsFor } from './shapes.ts';

const ASKED_MS = 50;
/** Assets above what the deltas of the index may hold. */
const ABOVE = 1000;
const CHANGE_EVERY_MS = 1000;
const PASSES_BEFORE = 3;

export async function benchMerge(copy: ChangingCopy): Promise<void> {
  const questions = questionsFor(await everyone(copy.catalogue));
  const askPasses = (count: number) => {
    let passes = 0;
    return askUntil(async () => ++passes > count, questions, copy);
  };
  // The first pass is a warm-up.
  await askPasses(1);
  const before = await askPasses(PASSES_BEFORE);
  // Reaching this revision starts the merge.
  await copy.changeUntil(Math.max(INDEX_LIMITS.full, copy.assets * FULL_SHARE) + ABOVE);
  const begun = performance.now();
  const outdated = await deletedCount(copy);
  let mergedAfter = 0;
  const during = await askUntil(
    async () => {
      if (mergedAfter > 0) return true;
      if ((await deletedCount(copy)) < outdated) mergedAfter = performance.now() - begun;
      // The pass that meets the new base counts, too.
      return false;
    },
    questions,
    copy,
  );
  const above = during.filter((each) => each.own > ASKED_MS);
  const aboveWithWaits = during.filter(({ own, waited }) => own + waited > ASKED_MS);
  report({
    name: 'every question of the mix while a merge goes on, without waits for a CPU',
    asked: ms(ASKED_MS),
    measured:
      `${summaryOf(during)}, of ${during.length}; ${above.length} above, with the waits ` +
      `${aboveWithWaits.length}; the new base came after ${seconds(mergedAfter)}`,
    peer: `before the merge ${summaryOf(before)}`,
    isReached: above.length === 0,
  });
}

interface Asked {
  readonly shape: string;
  /** Milliseconds without the waits. */
  readonly own: number;
  readonly waited: number;
  /** True for the first query after a change, which waits for the index to follow. */
  readonly isAfterChange: boolean;
}

/** Runs complete passes with an occasional change, up to and including the pass at whose start `isOver` is true. */
async function askUntil(
  isOver: () => Promise<boolean>,
  questions: readonly Question[],
  copy: ChangingCopy,
): Promise<readonly Asked[]> {
  const all: Asked[] = [];
  let changedAt = performance.now();
  let isAfterChange = false;
  while (!(await isOver())) {
    for (const { shape, query } of questions) {
      if (performance.now() - changedAt > CHANGE_EVERY_MS) {
        await copy.change(1);
        changedAt = performance.now();
        isAfterChange = true;
      }
      const waitedBefore = waitedForCpu();
      const start = performance.now();
      await copy.ask(query);
      const taken = performance.now() - start;
      const waited = Math.min(taken, waitedForCpu() - waitedBefore);
      all.push({ shape, own: taken - waited, waited, isAfterChange });
      isAfterChange = false;
    }
  }
  return all;
}

async function deletedCount({ reach }: ChangingCopy): Promise<number> {
  const view = await reach();
  return view?.segments[0]?.deletedCount ?? 0;
}

function slowestOf(all: readonly Asked[]): Asked | undefined {
  return all.toSorted((a, b) => b.own - a.own)[0];
}

/** Queries right after a change are separate: they wait for the index to follow it. */
function summaryOf(all: readonly Asked[]): string {
  const text = (isAfterChange: boolean) => {
    const slowest = slowestOf(all.filter((each) => each.isAfterChange === isAfterChange));
    return slowest ? `${ms(slowest.own)} (${slowest.shape}, and ${ms(slowest.waited)} of waits)` : 'none';
  };
  const times = all.map(({ own }) => own);
  return `slowest ${text(false)}, just after a change ${text(true)}, p99 ${ms(percentile(times, 99))}`;
}
