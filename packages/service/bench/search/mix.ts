/** The mix of queries: the index and tuned SQLite over the same assets, in turns that evict each other's caches. */
import assert from 'node:assert/strict';
import { median, ms, percentile, report } from '../report.ts';
import { openColumnar } from './columnar.ts';
import { everyone, type Question, questionsFor } from './shapes.ts';
import { type Answer, type Engine, openSqlitePeer } from './sqlite-peer.ts';

const ASKED_RATE = 600;
const ASKED_RATIO = 12;
const ASKED_P95_MS = 8;

export async function benchMix(options: {
  readonly directory: string;
  readonly folder: string;
  readonly assets: number;
  readonly rounds: number;
}): Promise<void> {
  const { directory, folder, assets, rounds } = options;
  using peer = openSqlitePeer(folder, assets);
  await using columns = await openColumnar(directory);
  const questions = questionsFor(await everyone(columns.catalogue));
  const ours: Block[] = [];
  const theirs: Block[] = [];
  for (let round = 0; round < rounds; round++) {
    const block = { ours: () => ask(columns, questions), theirs: () => ask(peer, questions) };
    const first = round % 2 === 0 ? ('ours' as const) : ('theirs' as const);
    const one = await block[first]();
    const other = await block[first === 'ours' ? 'theirs' : 'ours']();
    const [own, foreign] = first === 'ours' ? [one, other] : [other, one];
    if (round === 0) {
      compare(questions, own, foreign);
      continue;
    }
    ours.push(own);
    theirs.push(foreign);
  }

  const perCpuSecond = median(ours.map(({ times, cpuSeconds }) => times.length / cpuSeconds));
  const [rate, peerRate] = [median(ours.map(rateOf)), median(theirs.map(rateOf))];
  report({
    name: 'mix on one thread, pages read from the catalogue',
    asked: `${ASKED_RATE} q/s`,
    measured: `${rate.toFixed(0)} q/s (rounds ${ours.map((each) => rateOf(each).toFixed(0)).join(', ')}; in a second of CPU ${perCpuSecond.toFixed(0)})`,
    isReached: rate >= ASKED_RATE,
  });
  report({
    name: 'mix beside the peer',
    asked: `${ASKED_RATIO} times`,
    measured: `${(rate / peerRate).toFixed(1)} times`,
    peer: `${peer.name} ${peerRate.toFixed(1)} q/s`,
    isReached: rate >= ASKED_RATIO * peerRate,
  });
  for (const shape of new Set(questions.map((each) => each.shape))) reportShape(shape, questions, ours, theirs);
}

/** The duration of each query of one round in milliseconds, and its results. */
interface Block {
  readonly times: readonly number[];
  readonly answers: readonly Pick<Answer, 'total' | 'ids'>[];
  /** Not affected by other users of the machine. */
  readonly cpuSeconds: number;
}

async function ask(engine: Pick<Engine, 'ask'>, questions: readonly Question[]): Promise<Block> {
  const times: number[] = [];
  const answers: Block['answers'][number][] = [];
  const cpu = process.threadCpuUsage();
  for (const { query } of questions) {
    const start = performance.now();
    const { total, ids } = await engine.ask(query);
    times.push(performance.now() - start);
    answers.push({ total, ids });
  }
  const { user, system } = process.threadCpuUsage(cpu);
  return { times, answers, cpuSeconds: (user + system) / 1e6 };
}

function compare(questions: readonly Question[], ours: Block, theirs: Block): void {
  questions.forEach(({ shape, query }, i) => {
    assert.equal(ours.answers[i]?.total, theirs.answers[i]?.total, `${shape}: ${JSON.stringify(query.all)}`);
    // Engines weigh words differently.
    if (query.sort[0]?.by !== 'score') assert.deepEqual(ours.answers[i]?.ids, theirs.answers[i]?.ids, shape);
  });
}

function rateOf({ times }: Block): number {
  return times.length / (times.reduce((sum, each) => sum + each, 0) / 1000);
}

function reportShape(
  shape: string,
  questions: readonly Question[],
  ours: readonly Block[],
  theirs: readonly Block[],
): void {
  const over = (blocks: readonly Block[], percent: number) =>
    median(
      blocks.map(({ times }) =>
        percentile(
          times.filter((_, i) => questions[i]?.shape === shape),
          percent,
        ),
      ),
    );
  const p95 = over(ours, 95);
  report({
    name: `p95 of ${shape}`,
    asked: ms(ASKED_P95_MS),
    measured: `${ms(p95)} (median ${over(ours, 50).toFixed(2)} ms)`,
    peer: `${ms(over(theirs, 95))} (median ${over(theirs, 50).toFixed(2)} ms)`,
    isReached: p95 <= ASKED_P95_MS,
  });
}
