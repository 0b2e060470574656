/** How soon a committed change is found, with many changes since the base. */
import { setTimeout as delay } from 'node:timers/promises';
import type { SearchIndex } from '../../../columnar/src/search-index.ts';
import type { Viewer } from '../../../core/src/domain/permissions.ts';
import { ms, percentile, report } from '../report.ts';
import type { ChangingCopy } from './changing-copy.ts';
import { everyone } from './shapes.ts';

const ASKED_P95_MS = 20;
const CHANGED_BEFORE = 5000;
const CHANGES = 200;
const GIVE_UP_MS = 10_000;

export async function benchVisible(copy: ChangingCopy): Promise<void> {
  await copy.changeUntil(CHANGED_BEFORE);
  const viewer = await everyone(copy.catalogue);
  const times: number[] = [];
  for (let i = 0; i < CHANGES; i++) {
    const word = await copy.change(1);
    times.push(await untilFound(word, copy.index, viewer));
    // Changes of an editor are not back to back.
    await delay(5);
  }
  report({
    name: `one changed asset found, with ${CHANGED_BEFORE} changed since the base`,
    asked: `p95 ${ms(ASKED_P95_MS)}`,
    measured: `p95 ${ms(percentile(times, 95))} (median ${ms(percentile(times, 50))}, slowest ${ms(Math.max(...times))})`,
    isReached: percentile(times, 95) <= ASKED_P95_MS,
  });
}

async function untilFound(word: string, index: SearchIndex, viewer: Viewer): Promise<number> {
  const { signal } = new AbortController();
  const term = { words: [word], isPrefix: false, isExcluded: false };
  const query = {
    all: [{ kind: 'text', join: 'any', terms: [term] }],
    sort: [],
    locale: 'en',
    offset: 0,
    count: 1,
    viewer,
  } as const;
  const start = performance.now();
  for (;;) {
    const { total } = await index.find(query, { signal });
    const taken = performance.now() - start;
    if (total > 0) return taken;
    if (taken > GIVE_UP_MS) throw new Error(`${word} was committed and is not found`);
  }
}
