/** The mix over assets of which one begins or ends to be valid every second and invalid ones are hidden, beside the same without. */
import assert from 'node:assert/strict';
import { buildBase } from '../../../columnar/src/build-base.ts';
import { openColumnarSearch } from '../../../columnar/src/columnar-search.ts';
import type { IndexSource } from '../../../columnar/src/index-source.ts';
import { Indexer } from '../../../columnar/src/indexer.ts';
import type { SearchIndex } from '../../../columnar/src/search-index.ts';
import type { Asset, EpochMs } from '../../../core/src/domain/model.ts';
import { validityOf } from '../../../core/src/domain/validity.ts';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { openIndexSource } from '../../src/catalogue/sqlite/index-source.ts';
import { median, ms, percentile, report } from '../report.ts';
import { everyone, type Question, questionsFor } from './shapes.ts';

type Period = Pick<Asset, 'validFrom' | 'validUntil'>;

const ASKED_RATIO = 1.1;
const START = Date.UTC(2026, 0, 1);
const MIDNIGHT = Date.UTC(2026, 5, 1);
/** Every so many searches, the total is compared with a walk over all matches. */
const CHECKED = 7;

export async function benchValidity(directory: string, assets: number, rounds: number): Promise<void> {
  await using catalogue = openCatalogue({ directory });
  await using source = openIndexSource({ directory });
  const indexes = {
    plain: await indexOf(source, catalogue),
    bounded: await indexOf(
      withPeriods(source, (id) => periodAt(id, assets)),
      catalogue,
    ),
    isValid: (id: number, at: EpochMs) => validityOf(periodAt(id, assets), at, 'UTC') === 'valid',
  };
  const questions = questionsFor(await everyone(catalogue));
  const begun = performance.now();
  const { ratio, ours, theirs } = await compare(indexes, questions, rounds, () => performance.now() - begun);
  report({
    name: `mix over ${assets} assets, of which one begins or ends to be valid every second`,
    asked: `${ASKED_RATIO} times the time without`,
    measured: `${ratio.toFixed(2)} times (p95 ${ms(ours)}), no total wrong`,
    peer: `without: p95 ${ms(theirs)}`,
    isReached: ratio <= ASKED_RATIO,
  });
  const midnight = { ...indexes, bounded: await indexOf(withPeriods(source, periodAtMidnight), catalogue) };
  const searches = questions.length * rounds;
  let place = 0;
  const burst = await compare(
    { ...midnight, isValid: (id, at) => validityOf(periodAtMidnight(id), at, 'UTC') === 'valid' },
    questions,
    rounds,
    () => MIDNIGHT - START + ++place - searches / 2,
  );
  report({
    name: `the same around the instant at which ${assets} assets begin or end to be valid`,
    asked: `${ASKED_RATIO} times the p95 without`,
    measured: `p95 ${ms(burst.ours)}, longest ${ms(burst.longest)}, no total wrong`,
    peer: `without: p95 ${ms(burst.theirs)}`,
    isReached: burst.ours <= ASKED_RATIO * burst.theirs,
  });
  let seconds = 3600;
  const most = await compare(indexes, questions, rounds, () => 1000 * ++seconds);
  console.log(`         if a second passes before each search: ${most.ratio.toFixed(2)} times (p95 ${ms(most.ours)})`);
}

interface Indexes {
  readonly plain: SearchIndex;
  readonly bounded: SearchIndex;
  isValid(id: number, at: EpochMs): boolean;
}

/** Asks both in turns. `clock` is in milliseconds. */
async function compare(indexes: Indexes, questions: readonly Question[], rounds: number, clock: () => number) {
  const { signal } = new AbortController();
  const times = questions.map(() => ({ plain: [] as number[], bounded: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    for (const [at, { query, shape }] of questions.entries()) {
      const validAt = START + Math.floor(clock());
      for (const which of (at + round) % 2 === 0 ? (['plain', 'bounded'] as const) : (['bounded', 'plain'] as const)) {
        const begun = performance.now();
        const { total } = await indexes[which].find(which === 'plain' ? query : { ...query, validAt }, { signal });
        // The first round is a warm-up.
        if (round > 0) times[at]?.[which].push(performance.now() - begun);
        if (which === 'plain' || (at + round) % CHECKED !== 0) continue;
        const all = { ...query, sort: [], offset: 0, count: Number.MAX_SAFE_INTEGER };
        const { ids } = await indexes.plain.find(all, { signal });
        const valid = ids.filter((id) => indexes.isValid(id, validAt)).length;
        assert.equal(total, valid, `${shape} at ${validAt}: ${JSON.stringify(query.all)}`);
      }
    }
  }
  const sum = (which: 'plain' | 'bounded') => times.reduce((all, each) => all + median(each[which]), 0);
  const p95 = (which: 'plain' | 'bounded') =>
    percentile(
      times.flatMap((each) => each[which]),
      95,
    );
  const longest = Math.max(...times.flatMap(({ bounded }) => bounded));
  return { ratio: sum('bounded') / sum('plain'), ours: p95('bounded'), theirs: p95('plain'), longest };
}

async function indexOf(
  source: IndexSource,
  catalogue: Parameters<typeof openColumnarSearch>[0]['catalogue'],
): Promise<SearchIndex> {
  const indexer = new Indexer(source, {});
  indexer.adopt(await buildBase(source));
  const view = await indexer.follow();
  if (!view) throw new Error('the index is behind');
  return openColumnarSearch({ catalogue, views: { reach: () => view, [Symbol.asyncDispose]: async () => {} } });
}

/** The same assets with their periods. */
function withPeriods(source: IndexSource, periodOf: (id: number) => Period): IndexSource {
  const dated = (batch: readonly Asset[]) => batch.map((asset) => ({ ...asset, ...periodOf(asset.id) }));
  return {
    ...source,
    open: async () => {
      const state = await source.open();
      return {
        ...state,
        assets: async function* () {
          for await (const batch of state.assets()) yield dated(batch);
        },
      };
    },
  };
}

/** One boundary for each asset and each second: one of twenty begins, the others end, and a twentieth lies in the past. */
function periodAt(id: number, assets: number): Period {
  const place = (id * 7_919_999) % assets;
  const at = START + (place - Math.floor(assets / 20)) * 1000;
  return id % 20 === 0 ? { validFrom: at } : { validUntil: at };
}

/** One of ten begins at midnight, and the others end. */
function periodAtMidnight(id: number): Period {
  return id % 10 === 0 ? { validFrom: MIDNIGHT } : { validUntil: MIDNIGHT };
}
