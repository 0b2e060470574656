/** Imports one generation after the other, whatever fails meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Bundle } from './generations.ts';
import type { History } from './history.ts';
import type { Programs, RunningImport } from './node-programs.ts';

/** What the sentence of an import that failed begins with. */
const REASON = /^abs import: (?:catalogue|originals)\./m;

export interface Imports {
  /** Imports that ended well, and those that failed or were killed. */
  readonly counts: { readonly done: number; readonly failed: number };
  /** One sentence for each import that failed for another reason than what was killed. */
  readonly wrongs: readonly string[];
  /** Kills the import that runs. */
  kill(): void;
  /** Resolves after the import that runs. */
  stop(): Promise<void>;
}

/** Begins with generation 2. An import that failed is repeated. `mayFail` says whether one may fail at the moment. */
export function startImports(
  programs: Programs,
  bundle: Bundle,
  { generations, mayFail }: { readonly generations: History; mayFail(): boolean },
): Imports {
  const counts = { done: 0, failed: 0 };
  const wrongs: string[] = [];
  let generation = 1;
  let running: RunningImport | undefined;
  let isKilled = false;
  let isOver = false;

  async function importNext(): Promise<void> {
    const next = generation + 1;
    bundle.write(next);
    generations.begin(next);
    isKilled = false;
    running = programs.beginImport(bundle.path);
    let couldFail = mayFail();
    const watch = setInterval(() => {
      couldFail ||= mayFail();
    }, 50);
    const { status, told } = await running.ended;
    clearInterval(watch);
    if (status === 0) {
      generation = next;
      generations.acknowledge(next);
      counts.done += 1;
      return;
    }
    counts.failed += 1;
    if (isKilled) return;
    if (!couldFail && !mayFail()) wrongs.push(`an import failed although nothing that it needs was away: ${told}`);
    else if (!REASON.test(told)) wrongs.push(`an import failed without a reason: ${told}`);
  }

  const all = (async () => {
    while (!isOver) {
      await importNext();
      await pause(100);
    }
  })();
  all.catch(() => {});
  return {
    counts,
    wrongs,
    kill: () => {
      isKilled = true;
      running?.kill();
    },
    stop: async () => {
      isOver = true;
      await all;
    },
  };
}
