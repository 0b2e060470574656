import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueueFull } from '../../../core/src/concurrency/failures.ts';
import { PIN_ALPHABET, readPinCode } from '../../../core/src/domain/people.ts';
import { CatalogueFull } from '../../src/catalogue/catalogue-errors.ts';
import type { NewReview, PeopleWriter, Posting } from '../../src/catalogue/people.ts';
import { openPeopleQueue } from '../../src/catalogue/people-queue.ts';

const review = (asset: number): NewReview => ({ asset, user: 1, rating: 5, now: 0, isAnonymous: true, most: 0 });
const posted = ({ asset }: NewReview): Posting => ({
  kind: 'posted',
  review: { asset, user: 1, date: 0, isAnonymous: true, rating: 5, comment: '' },
  ratings: new Map(),
});
const assetOf = (posting: Posting) => (posting.kind === 'posted' ? posting.review.asset : undefined);

/** A writer with a slow disk: each write continues when the test says so. */
function slowWriter() {
  const batches: (readonly NewReview[])[] = [];
  const steps: { go(): void; fail(error: Error): void }[] = [];
  const codes = new Set<string>();
  const writer: PeopleWriter = {
    postReviews: (posts) => {
      batches.push(posts);
      return new Promise((resolve, reject) => {
        steps.push({ go: () => resolve(posts.map(posted)), fail: reject });
      });
    },
    addPins: async (pins) => pins.map(({ code }) => codes.size < codes.add(code).size),
  };
  return { writer, batches, steps, codes };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('reviews that arrive during a write are written together, each with its own answer', async () => {
  const { writer, batches, steps } = slowWriter();
  const peopleQueue = openPeopleQueue(writer);
  const answers = Array.from({ length: 700 }, (_, asset) => peopleQueue.post(review(asset)));
  while (batches.flat().length < 700) {
    steps.shift()?.go();
    await turn();
  }
  steps.shift()?.go();
  const assets = (await Promise.all(answers)).map(assetOf);
  assert.deepEqual(assets, [...Array(700).keys()]);
  const sizes = batches.map((batch) => batch.length);
  assert.deepEqual(sizes, [1, 500, 199]);
});

test('PINs that are ordered during a write are written together, each with its own code', async () => {
  const { writer, codes } = slowWriter();
  const sizes: number[] = [];
  const peopleQueue = openPeopleQueue({
    ...writer,
    addPins: (pins) => {
      sizes.push(pins.length);
      return writer.addPins(pins);
    },
  });
  const order = { title: '', endpoint: '', node: 1, assets: [1], formats: [], created: 0, expires: 1 };
  const pins = await Promise.all(Array.from({ length: 700 }, () => peopleQueue.makePin(order)));
  assert.deepEqual(new Set(pins.map(({ code }) => code)), codes);
  assert.deepEqual(sizes, [1, 500, 199]);
});

test('a failed write rejects its own callers and no later ones', async () => {
  const { writer, steps } = slowWriter();
  const peopleQueue = openPeopleQueue(writer);
  const first = assert.rejects(peopleQueue.post(review(1)), CatalogueFull);
  steps.shift()?.fail(new CatalogueFull('no space'));
  await first;
  const second = peopleQueue.post(review(2));
  await turn();
  steps.shift()?.go();
  assert.equal(assetOf(await second), 2);
});

test('posts beyond the queue limit reject with QueueFull', async () => {
  const { writer, steps } = slowWriter();
  const peopleQueue = openPeopleQueue(writer, { mostWaiting: 2 });
  const waiting = [peopleQueue.post(review(1)), peopleQueue.post(review(2))];
  await assert.rejects(peopleQueue.post(review(3)), QueueFull);
  while (steps.length > 0) {
    steps.shift()?.go();
    await turn();
  }
  await Promise.all(waiting);
});

test('a PIN code that exists is drawn again, and every code can be read back', async () => {
  const { codes, ...slow } = slowWriter();
  let refusals = 3;
  const peopleQueue = openPeopleQueue({
    ...slow.writer,
    addPins: async (pins) => {
      refusals -= 1;
      return refusals < 0 ? await slow.writer.addPins(pins) : pins.map(() => false);
    },
  });
  const order = { title: '', endpoint: '', node: 1, assets: [1], formats: [], created: 0, expires: 1 };
  for (let count = 0; count < 500; count += 1) {
    const { code } = await peopleQueue.makePin(order);
    assert.equal(readPinCode(code), code);
  }
  assert.equal(codes.size, 500);
  assert.deepEqual([...new Set([...codes].join(''))].sort().join(''), [...PIN_ALPHABET].sort().join(''));
});
