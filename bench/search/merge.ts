/** The mix while a new base is built because too much has changed, and while changes go on. */
import { ms, percentile, report, seconds } from '../report.ts';
import type { ChangingCopy } from './changing-copy.ts';
import { waitedForCpu } from './cpu-wait.ts';
import { everyone, type Question, questionsFor } from './shapes.ts';

const ASKED_MS = 50;
/** More than the index keeps beside its base. */
const CHANGED = 9000;
const CHANGE_EVERY_MS = 1000;
const PASSES_BEFORE = 3;

export async function benchMerge(copy: ChangingCopy): Promise<void> {
  const questions = questionsFor(everyone(copy.catalogue));
  let passes = 0;
  const before = await askUntil(async () => ++passes > PASSES_BEFORE, questions, copy);
  // Reaching it begins the merge.
  await copy.changeUntil(CHANGED);
  const begun = performance.now();
  const outdated = await deadCount(copy);
  let mergedAfter = 0;
  const during = await askUntil(
    async () => {
      if (mergedAfter > 0) return true;
      if ((await deadCount(copy)) < outdated) mergedAfter = performance.now() - begun;
      // The pass that meets the new base counts, too.
      return false;
    },
    questions,
    copy,
  );
  const { slowest, p99 } = summaryOf(during);
  const still = summaryOf(before);
  report({
    name: 'every question of the mix while a merge goes on, without waits for a CPU',
    asked: ms(ASKED_MS),
    measured:
      `slowest ${toText(slowest)}, p99 ${ms(p99)}, of ${during.length}, with a base after ${seconds(mergedAfter)}; ` +
      `${during.filter(({ own }) => own > ASKED_MS).length} above, with the waits ${during.filter(({ own, waited }) => own + waited > ASKED_MS).length}`,
    peer: `before the merge slowest ${toText(still.slowest)}, p99 ${ms(still.p99)}`,
    isReached: slowest.own <= ASKED_MS,
  });
}

interface Asked {
  readonly shape: string;
  /** Milliseconds without the waits. */
  readonly own: number;
  readonly waited: number;
  /** True for the first question after a change, which waits for the index to follow. */
  readonly isAfterChange: boolean;
}

/** Asks whole passes, changing an asset now and then, until the end of the first pass at whose start `isOver` is true. */
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

async function deadCount({ reach }: ChangingCopy): Promise<number> {
  const { segments } = await reach();
  return segments[0]?.deadCount ?? 0;
}

function summaryOf(all: readonly Asked[]) {
  const none = { shape: 'none', own: 0, waited: 0, isAfterChange: false };
  return {
    slowest: all.reduce((worst, each) => (each.own > worst.own ? each : worst), none),
    p99: percentile(
      all.map(({ own }) => own),
      99,
    ),
  };
}

function toText({ shape, own, waited, isAfterChange }: Asked): string {
  return `${ms(own)} (${shape}${isAfterChange ? ', just after a change' : ''}; a CPU waited for ${ms(waited)})`;
}
