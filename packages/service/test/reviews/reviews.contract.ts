import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Catalogue, CatalogueWriter } from '../../src/catalogue/catalogue.ts';
import type { NewReview, Posting, Reviews, ReviewsWriter } from '../../src/reviews/store/review-store.ts';
import { assetOf } from '../search/contract-samples.ts';
import { reviewsOf } from '../support/records.ts';

/** A catalogue with the assets 1 and 2 and the users 1 and 2; disposal closes all. */
export interface OpenedReviews extends AsyncDisposable {
  readonly writer: CatalogueWriter & ReviewsWriter;
  readonly catalogue: Catalogue;
  readonly reviews: Reviews;
}

const NOW = 1_700_000_000_000;
const DAY = 24 * 3600 * 1000;

const review = (more: Partial<NewReview> = {}): NewReview => ({
  asset: 1,
  user: 1,
  isAnonymous: true,
  rating: 4,
  now: NOW,
  most: 0,
  ...more,
});

/** By user 2 with a token. */
const own = (more: Partial<NewReview> = {}): NewReview => review({ user: 2, isAnonymous: false, ...more });

const withoutRating = ({ rating: _, ...rest }: NewReview): NewReview => rest;

async function newest(stored: Reviews, asset: number, most: number, offset = 0) {
  return await stored.page(asset, { offset, most });
}

/** The date of the post, and the ratings that count afterwards. */
function outcome(posting: Posting | undefined): [date: number, ratings: Map<number, number>] {
  assert.ok(posting?.kind === 'posted');
  return [Number(posting.review.date), new Map([...posting.ratings].filter(([, count]) => count > 0))];
}

/** What every store of reviews must do. `open` opens a new one each time. */
export function reviewsContract(name: string, open: () => Promise<OpenedReviews>): void {
  const opened = async () => {
    const all = await open();
    await all.writer.change(async (c) => {
      for (const id of [1, 2]) {
        await c.put('user', { id, name: `User ${id}`, groups: [], isService: id === 1 });
        await c.put('asset', assetOf(id));
      }
    });
    return all;
  };

  describe(`${name}: reviews`, () => {
    test('the posts of one call make one revision and are read at once, the newest first, each with a date of its own', async () => {
      await using all = await opened();
      for (const asset of [1, 9])
        assert.deepEqual(await newest(all.reviews, asset, 10), { reviews: [], total: 0, ratings: new Map() });
      const { revision } = await all.catalogue.snapshot();
      const posts = [
        review({ rating: 5, comment: 'a' }),
        own({ comment: 'b', now: NOW + 1 }),
        review({ rating: 5 }),
        review({ asset: 2, rating: 1 }),
      ];
      const posted = await all.writer.postReviews(posts);
      assert.equal((await all.catalogue.snapshot()).revision, revision + 1);
      assert.equal((await reviewsOf(all.catalogue)).length, posts.length);
      assert.deepEqual(posted.map(outcome), [
        [NOW, new Map([[5, 1]])],
        [NOW + 1, new Map([[5, 1], [4, 1]])],
        [NOW + 1, new Map([[5, 2], [4, 1]])],
        [NOW, new Map([[1, 1]])],
      ]); // biome-ignore format: short
      const { reviews, total, ratings } = await newest(all.reviews, 1, 10);
      assert.deepEqual(reviews, [
        { asset: 1, user: 2, date: NOW + 1, isAnonymous: false, rating: 4, comment: 'b' },
        { asset: 1, user: 1, date: NOW + 1, isAnonymous: true, rating: 5, comment: '' },
        { asset: 1, user: 1, date: NOW, isAnonymous: true, rating: 5, comment: 'a' },
      ]);
      assert.equal(total, 3);
      assert.deepEqual(ratings, new Map([[5, 2], [4, 1]])); // biome-ignore format: short
    });

    test('pages follow one another, and each has all ratings', async () => {
      await using all = await opened();
      await all.writer.postReviews(Array.from({ length: 30 }, (_, place) => review({ now: NOW + place })));
      const dates = [];
      for (const offset of [0, 12, 24, 36]) {
        const { reviews, total, ratings } = await newest(all.reviews, 1, 12, offset);
        dates.push(reviews.map(({ date }) => Number(date) - NOW));
        assert.equal(total, 30);
        assert.deepEqual(ratings, new Map([[4, 30]]));
      }
      assert.deepEqual(dates.map((page) => page.length), [12, 12, 6, 0]); // biome-ignore format: short
      assert.deepEqual(dates.flat(), [...Array(30).keys()].reverse());
    });

    test('reading ends with the review that makes the comments too large, but includes at least the first', async () => {
      await using all = await opened();
      const comments = ['', 'ccc', 'äö', 'aaaa'].toReversed();
      await all.writer.postReviews(comments.map((comment, i) => review({ comment, now: NOW + i })));
      const read = async (maxBytes: number) => {
        const { reviews, total } = await all.reviews.page(1, { offset: 0, most: 10, maxBytes });
        assert.equal(total, 4);
        return reviews.map(({ comment }) => comment);
      };
      assert.deepEqual(await read(11), ['', 'ccc', 'äö', 'aaaa']);
      assert.deepEqual(await read(10), ['', 'ccc', 'äö', 'aaaa']);
      assert.deepEqual(await read(6), ['', 'ccc', 'äö']);
      assert.deepEqual(await read(1), ['', 'ccc', 'äö']);
    });

    test('only the newest rating of a user with a token counts, and every rating without a token', async () => {
      await using all = await opened();
      const posted = await all.writer.postReviews([
        review({ rating: 1 }),
        review({ rating: 1 }),
        own({ rating: 2 }),
        own({ rating: 3, now: NOW + 5 }),
        withoutRating(own({ comment: 'only words', now: NOW + 9 })),
        own({ user: 1, rating: 5 }),
      ]);
      const counted = posted.map((each) => outcome(each)[1]);
      assert.deepEqual(counted, [
        new Map([[1, 1]]),
        new Map([[1, 2]]),
        new Map([[1, 2], [2, 1]]),
        new Map([[1, 2], [3, 1]]),
        new Map([[1, 2], [3, 1]]),
        new Map([[1, 2], [3, 1], [5, 1]]),
      ]); // biome-ignore format: short
      const { ratings, total } = await newest(all.reviews, 1, 10);
      assert.deepEqual(ratings, new Map([[1, 2], [3, 1], [5, 1]])); // biome-ignore format: short
      assert.equal(total, 6);
    });

    test('what follows is newer, although another node has dated a review twelve minutes ahead', async () => {
      await using all = await opened();
      const { writer } = all;
      const ahead = NOW + 12 * 60_000;
      const [first] = await writer.postReviews([own({ rating: 1, now: ahead })]);
      const [second] = await writer.postReviews([own({ rating: 5 })]);
      assert.deepEqual(outcome(first), [ahead, new Map([[1, 1]])]);
      assert.deepEqual(outcome(second), [ahead + 1, new Map([[5, 1]])]);
      const [changed] = await writer.postReviews([own({ rating: 4, changes: ahead + 1 })]);
      assert.ok(changed?.kind === 'posted');
      assert.equal(changed.review.modified, ahead + 1);
    });

    test('a date without an offset is kept as it is, and compared in the zone of the reader', async () => {
      await using all = await opened();
      const dates = ['2024-05-01T10:00:00', Date.parse('2024-05-01T09:00:00Z'), '2024-05-01'];
      const put = { asset: 1, user: 2, isAnonymous: false, comment: '', modified: '2024-05-02' };
      await all.writer.change(async (c) => {
        for (const [i, date] of dates.entries()) await c.putReview({ ...put, date, rating: i + 1 });
      });
      for (const [timeZone, order] of [['UTC', [1, 2, 3]], ['Europe/Berlin', [2, 1, 3]]] as const) {
        const { reviews, ratings } = await all.reviews.page(1, { offset: 0, most: 10, timeZone });
        const expected = order.map((rating) => ({ ...put, date: dates[rating - 1], rating }));
        assert.deepEqual(reviews, expected);
        assert.deepEqual(ratings, new Map([[order[0], 1]]));
        const [posted] = await all.writer.postReviews([review({ timeZone, rating: 5, now: NOW })]);
        const counted = posted?.kind === 'posted' && [...posted.ratings.keys()].toSorted();
        assert.deepEqual(counted, [order[0], 5]);
        await all.writer.change((c) => c.removeReview({ asset: 1, user: 1, date: NOW }));
      } // biome-ignore format: short
      assert.deepEqual(new Set(await all.reviews.datesOfOwn(1, 2)), new Set(dates));
      const listed = await Array.fromAsync(all.reviews.all(), ({ date }) => date);
      assert.deepEqual(listed, dates);
      const [changed] = await all.writer.postReviews([own({ rating: 4, changes: '2024-05-01', now: NOW + DAY })]);
      assert.deepEqual(changed?.kind === 'posted' && changed.review.modified, NOW + DAY);
      const removed = dates.map((date) => all.writer.change((c) => c.removeReview({ asset: 1, user: 2, date })));
      assert.deepEqual(await Promise.all(removed), [true, true, true]);
    });

    test('editing one’s own review changes only the given fields', async () => {
      await using all = await opened();
      await all.writer.postReviews([own({ comment: 'first' }), own({ now: NOW + 5, rating: 2 })]);
      assert.deepEqual((await all.reviews.datesOfOwn(1, 2)).toSorted(), [NOW, NOW + 5]);
      const change = { now: NOW + DAY, changes: NOW } as const;
      const [first, second] = await all.writer.postReviews([
        withoutRating(own({ ...change, comment: 'better' })),
        own({ ...change, rating: 3 }),
      ]);
      assert.deepEqual(first?.kind === 'posted' && first.review, {
        asset: 1,
        user: 2,
        date: NOW,
        isAnonymous: false,
        rating: 4,
        comment: 'better',
        modified: NOW + DAY,
      });
      assert.deepEqual(second?.kind === 'posted' && second.review.comment, 'better');
      assert.deepEqual(outcome(second), [NOW, new Map([[2, 1]])], 'the newest rating still counts');
      const [newer] = await all.writer.postReviews([own({ now: NOW + DAY, changes: NOW + 5, rating: 1 })]);
      assert.deepEqual(outcome(newer), [NOW + 5, new Map([[1, 1]])]);
      const { reviews, ratings } = await newest(all.reviews, 1, 10);
      assert.equal(reviews.length, 2);
      assert.deepEqual(ratings, new Map([[1, 1]]));
    });

    test('a review without a token, of another user, or removed cannot be edited', async () => {
      await using all = await opened();
      await all.writer.postReviews([review(), own({ user: 1, now: NOW + 1 })]);
      assert.deepEqual(await all.reviews.datesOfOwn(1, 1), [NOW + 1]);
      const posted = await all.writer.postReviews([
        review({ changes: NOW }),
        own({ user: 1, changes: NOW }),
        own({ changes: NOW + 1 }),
        own({ user: 1, changes: NOW + 2 }),
      ]);
      assert.deepEqual(posted, Array(4).fill({ kind: 'gone' }));
      assert.equal((await newest(all.reviews, 1, 10)).total, 2);
    });

    test('posts about a removed asset or by a removed user are skipped, and the others are stored', async () => {
      await using all = await opened();
      const posted = await all.writer.postReviews([review({ asset: 9 }), review(), review({ user: 9 })]);
      const kinds = posted.map(({ kind }) => kind);
      assert.deepEqual(kinds, ['gone', 'posted', 'gone']);
    });

    test('new reviews are limited per user, and together for those without a token; edits are not', async () => {
      await using all = await opened();
      const kinds = async (...posts: NewReview[]) => (await all.writer.postReviews(posts)).map(({ kind }) => kind);
      const two = { most: 2 } as const;
      assert.deepEqual(await kinds(review(two), review({ ...two, user: 2 }), review(two)), [
        'posted',
        'posted',
        'full',
      ]);
      assert.deepEqual(await kinds(own(two), own(two), own(two)), ['posted', 'posted', 'full']);
      assert.deepEqual(await kinds(own({ ...two, changes: NOW + 1 })), ['posted']);
      assert.deepEqual(await kinds(own({ ...two, user: 1 }), review({ ...two, asset: 2 })), ['posted', 'posted']);
    });

    test('a removed review leaves list and mean, and its removal makes a revision', async () => {
      await using all = await opened();
      await all.writer.postReviews([review({ rating: 1 }), own({ rating: 2 }), own({ rating: 3, now: NOW + 1 })]);
      const before = (await all.catalogue.snapshot()).revision;
      const gone = { asset: 1, user: 2, date: NOW + 1 };
      assert.equal(await all.writer.change((c) => c.removeReview(gone)), true);
      assert.equal((await all.catalogue.snapshot()).revision, before + 1);
      assert.equal(await all.writer.change((c) => c.removeReview(gone)), false);
      const { total, ratings } = await newest(all.reviews, 1, 10);
      assert.deepEqual([total, ratings], [2, new Map([[1, 1], [2, 1]])]); // biome-ignore format: short
    });
  });
}
