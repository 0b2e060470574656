import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CatalogueFull } from '../../src/catalogue/catalogue-errors.ts';
import { openReviewQueue } from '../../src/reviews/review-queue.ts';
import type { NewReview, Posting, ReviewsWriter } from '../../src/reviews/store/review-store.ts';

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
  const writer: ReviewsWriter = {
    postReviews: (posts) => {
      batches.push(posts);
      return new Promise((resolve, reject) => {
        steps.push({ go: () => resolve(posts.map(posted)), fail: reject });
      });
    },
  };
  return { writer, batches, steps };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('reviews that arrive during a write are written together, each with its own answer', async () => {
  const { writer, batches, steps } = slowWriter();
  const queue = openReviewQueue(writer);
  const answers = Array.from({ length: 700 }, (_, asset) => queue.post(review(asset)));
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

test('a failed write rejects its own callers and no later ones', async () => {
  const { writer, steps } = slowWriter();
  const queue = openReviewQueue(writer);
  const first = assert.rejects(queue.post(review(1)), CatalogueFull);
  steps.shift()?.fail(new CatalogueFull('no space'));
  await first;
  const second = queue.post(review(2));
  await turn();
  steps.shift()?.go();
  assert.equal(assetOf(await second), 2);
});
