/** The mix of `bench:search` for a caller who may view a part of the assets, beside the same for one who may view all. */
import { type Viewer, viewerFor } from '../../../core/src/domain/permissions.ts';
import { report } from '../report.ts';
import { openColumnar } from '../search/columnar.ts';
import { ranOnCpu } from '../search/cpu-wait.ts';
import { drawFrom } from '../search/random.ts';
import { type Question, questionsFor } from '../search/shapes.ts';

const ASKED_RATIO = 1.2;
/** Callers in this many groups: some see a third, and some nearly everything, which costs the full filter and saves nothing. */
const SHARES_OF_GROUPS = [0.04, 0.5];
/** Shapes with a lower total are too short for the clock. */
const MIN_MS = 100;
/** Repetitions of a shape in a round: the clock of CPU time is coarse. */
const TURNS = 3;

export async function benchLaterQueries(directory: string, rounds: number): Promise<void> {
  await using columns = await openColumnar(directory);
  const { signal } = new AbortController();
  const model = (await columns.catalogue.snapshot()).model;
  // A member of every group.
  const all = viewerFor(model, { id: undefined, groups: [...model.groups.keys()] });
  for (const share of SHARES_OF_GROUPS) {
    const draw = drawFrom(43);
    const groups = [...model.groups.keys()].filter(() => draw() < share);
    await compare(viewerFor(model, { id: undefined, groups }));
  }

  async function compare(user: Viewer): Promise<void> {
    const [seen, most] = [await countFor(user), await countFor(all)];
    const guarded = questionsFor(user);
    const open = questionsFor(all);
    const shapes = [...new Set(open.map(({ shape }) => shape))];
    const sums = new Map(shapes.map((shape) => [shape, { guarded: 0, open: 0 }]));
    for (let round = 0; round <= rounds; round++) {
      for (const [shape, sum] of sums) {
        // In alternation, so that other load on the machine affects both alike.
        for (let turn = 0; turn < TURNS; turn++) {
          // The second one finds the rows of the page in the processor's cache.
          const isFirst = (round + turn) % 2 === 0;
          const early = isFirst ? await ask(guarded, shape) : undefined;
          const other = await ask(open, shape);
          const own = early ?? (await ask(guarded, shape));
          // The first round is a warm-up.
          if (round === 0) continue;
          sum.guarded += own;
          sum.open += other;
        }
      }
    }
    const ratios = [...sums]
      .filter(([, sum]) => sum.open >= MIN_MS)
      .map(([shape, sum]) => ({ shape, ratio: sum.guarded / sum.open }));
    const total = (which: 'guarded' | 'open') => [...sums.values()].reduce((sum, each) => sum + each[which], 0);
    const ratio = total('guarded') / total('open');
    report({
      name: `mix for a caller who may view ${seen} of ${most} assets, pages read from the catalogue`,
      asked: `${ASKED_RATIO} times the CPU time of one who may view all`,
      measured: `${ratio.toFixed(2)} times (${ratios.map((each) => `${each.shape} ${each.ratio.toFixed(2)}`).join(', ')})`,
      isReached: ratios.every((each) => each.ratio <= ASKED_RATIO),
    });
  }

  async function countFor(viewer: Viewer): Promise<number> {
    const everything = { all: [], sort: [], locale: 'en', offset: 0, count: 0, viewer };
    return (await columns.index.find(everything, { signal })).total;
  }

  /** Milliseconds of CPU time. */
  async function ask(questions: readonly Question[], shape: string): Promise<number> {
    const before = ranOnCpu();
    for (const { query } of questions.filter((each) => each.shape === shape)) await columns.ask(query);
    return ranOnCpu() - before;
  }
}
