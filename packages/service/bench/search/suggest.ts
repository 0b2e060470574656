/** Other texts for words with a wrong letter, of which no asset has the word. */
import { readFullText } from '../../../core/src/domain/full-text.ts';
import { type Viewer, viewerFor } from '../../../core/src/domain/permissions.ts';
import { didYouMean } from '../../src/api/search/did-you-mean.ts';
import { ms, percentile, report } from '../report.ts';
import { openColumnar } from './columnar.ts';
import { FOLDER, WORDS } from './generator.ts';
import { drawFrom } from './random.ts';
import { everyone } from './shapes.ts';

const ASKED_P95_MS = 30;
const TEXTS = 400;

export async function benchSuggest(directory: string): Promise<void> {
  await using columns = await openColumnar(directory);
  const all = await everyone(columns.catalogue);
  const { model } = await columns.catalogue.snapshot();
  const [first] = model.trees.roots(FOLDER, 'en');
  // The second sees only what is below one folder.
  const some = viewerFor(
    model,
    { id: undefined, groups: [] },
    { roots: new Map([[FOLDER, first ? [first.id] : []]]), formats: null },
  );
  for (const [name, viewer] of [
    ['everything is seen', all],
    ['a part is seen', some],
  ] as const) {
    const times = await timesOf(viewer, columns.index);
    report({
      name: `other texts for ${TEXTS} of one word with a wrong letter, where ${name}`,
      asked: `p95 ${ms(ASKED_P95_MS)}`,
      measured: `p95 ${ms(percentile(times, 95))} (median ${ms(percentile(times, 50))}, slowest ${ms(Math.max(...times))})`,
      isReached: percentile(times, 95) <= ASKED_P95_MS,
    });
  }
}

async function timesOf(viewer: Viewer, search: Awaited<ReturnType<typeof openColumnar>>['index']): Promise<number[]> {
  const draw = drawFrom(5);
  const { signal } = new AbortController();
  const prefixes = 'fallback' as const;
  const context = {
    services: { search },
    settings: { search: { prefixes } },
    viewer,
    locale: 'en',
    signal,
  };
  const times: number[] = [];
  for (let i = 0; i < TEXTS; i++) {
    const word = WORDS[Math.floor(draw() * WORDS.length)] ?? '';
    const place = Math.floor(draw() * word.length);
    const text = `${word.slice(0, place)}x${word.slice(place + 1)}`;
    const criteriaOf = (other: string) => ({
      all: [{ kind: 'text', terms: readFullText(other), join: 'any' } as const],
    });
    const start = performance.now();
    await didYouMean(text, criteriaOf, context);
    times.push(performance.now() - start);
  }
  return times;
}
