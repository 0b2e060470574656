import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FEATURE_BYTES } from '../../core/src/domain/features.ts';
import { until } from '../../core/test/support/until.ts';
import { duplicates, groupsAmong } from '../src/duplicates.ts';
import type { LookSegment } from '../src/kin.ts';
import { eachNear, FIRST_WORDS, lookOf, REST_BYTES, writeLook } from '../src/looks.ts';
import { LOOK, NO_LOOK } from '../src/segment.ts';
import { seeded } from './random.ts';

const { signal } = new AbortController();
const random = seeded(1);
const written: Int8Array[] = [];

const drawn = () => Int8Array.from({ length: FEATURE_BYTES }, () => random.between(-126, 126));

/** Looks of which some are near others, also of other segments; some docs have none. */
function segmentOf(size: number, firstId: number): LookSegment {
  const first = new Uint32Array(size * FIRST_WORDS);
  const rest = new Uint8Array(size * REST_BYTES);
  for (let doc = 0; doc < size; doc++) {
    const copied = random.chance(0.02) ? written.at(-random.between(1, 1000)) : undefined;
    const features = copied?.map((each) => each + random.between(-1, 1)) ?? drawn();
    written.push(features);
    writeLook({ first, rest }, doc, features);
  }
  const states = Uint8Array.from({ length: size }, () => (random.chance(0.9) ? LOOK : NO_LOOK));
  const docs = Uint32Array.from({ length: size }, (_, doc) => doc);
  const ids = Float64Array.from(docs, (doc) => firstId + doc);
  return { columns: { ids, looks: { states, first, rest, files: new Uint32Array() } }, allDocs: () => docs };
}

const squaresOf = (a: Uint8Array, b: Uint8Array) => a.reduce((sum, each, at) => sum + (each - (b[at] ?? 0)) ** 2, 0);

test('those near a look are found among all docs and among some, however many', () => {
  const { columns, allDocs } = segmentOf(20_003, 0);
  const { looks } = columns;
  const some = allDocs().filter(() => random.chance(0.3));
  for (const docs of [allDocs(), some, some.subarray(0, 1), some.subarray(0, 0)]) {
    for (const most of [0, 750_000, 950_000, Number.POSITIVE_INFINITY]) {
      const query = { look: lookOf(looks, random.between(0, 20_002)), most };
      const found: [number, number][] = [];
      eachNear(looks, query, docs, 0, (doc, squares) => found.push([doc, squares]));
      const expected = [...docs]
        .filter((doc) => looks.states[doc] === LOOK)
        .map((doc) => [doc, squaresOf(query.look, lookOf(looks, doc))] as const)
        .filter(([, squares]) => squares <= most);
      assert.deepEqual(found, expected);
    }
  }
});

test('an answer that can not wait has what is found so far, and a later one has all', async () => {
  const segments = [segmentOf(24_000, 0), segmentOf(3_000, 24_000)];
  const visible = segments.map((open) => open.allDocs().filter((doc) => doc % 2 === 0));
  const seen = segments.map((open, place) => ({ open, allVisible: () => visible[place] as Uint32Array }));
  const perspective = { segments: seen };
  const ask = async () => await duplicates(perspective, 0.1, { signal, closed: signal, patienceMs: 0 });
  const first = await ask();
  assert.ok(first.uncompared > 0 && first.uncompared <= 13_500);
  await until(async () => (await ask()).uncompared === 0);
  const { groups } = await ask();
  assert.ok(groups.length > 50);
  assert.deepEqual(groups, await groupsAmong(segments, visible, 0.1, signal));
});

test('how long comparing took shows in whole steps only, and once', async () => {
  const segment = segmentOf(10, 0);
  const perspective = { segments: [{ open: segment, allVisible: () => segment.allDocs() }] };
  const begun = performance.now();
  await duplicates(perspective, 0.1, { signal, closed: signal });
  // A timer may end a millisecond early.
  assert.ok(performance.now() - begun > 20);
  assert.equal((await duplicates(perspective, 0.1, { signal, closed: signal, patienceMs: 0 })).uncompared, 0);
});
