import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Pin } from '../../src/domain/people.ts';
import type { Catalogue, CatalogueWriter } from '../../src/ports/catalogue.ts';
import type { NewReview, People, PeopleWriter } from '../../src/ports/people.ts';
import { assetOf } from './search-index-samples.ts';

/** A catalogue with the assets 1 and 2 and the users 1 and 2; closing it closes all. */
export interface OpenedPeople extends AsyncDisposable {
  readonly writer: CatalogueWriter & PeopleWriter;
  readonly catalogue: Catalogue;
  readonly people: People;
}

const NOW = 1_700_000_000_000;
const DAY = 24 * 3600 * 1000;

const review = (more: Partial<NewReview> = {}): NewReview => ({
  asset: 1,
  user: 1,
  rating: 4,
  now: NOW,
  changesOwn: false,
  ...more,
});

const pin = (more: Partial<Pin> = {}): Pin => ({
  code: 'AAAAAAAAAAAA',
  title: 'Spring "<b>" 🌸',
  endpoint: 'press',
  node: 1,
  creator: 2,
  groups: [7, 8],
  assets: [2, 1],
  formats: [3],
  created: NOW,
  expires: NOW + DAY,
  ...more,
});

/** What every keeper of reviews and PINs must do. `open` makes a new one each time. */
export function peopleContract(name: string, open: () => Promise<OpenedPeople>): void {
  const opened = async () => {
    const all = await open();
    await all.writer.change((c) => {
      for (const id of [1, 2]) {
        c.put('user', { id, name: `User ${id}`, groups: [], isService: id === 1 });
        c.put('asset', assetOf(id));
      }
    });
    return all;
  };

  describe(`${name}: reviews`, () => {
    test('an asset without reviews has none, and so has an asset that is unknown', async () => {
      await using all = await opened();
      for (const asset of [1, 9]) {
        assert.deepEqual(await all.people.reviews(asset, 10), { reviews: [], ratings: new Map() });
      }
    });

    test('what is posted is read at once, the newest first, and each has a date of its own', async () => {
      await using all = await opened();
      const posts = [
        review({ rating: 5, comment: 'a' }),
        review({ comment: 'b', user: 2, now: NOW + 1 }),
        review({ rating: 5 }),
        review({ asset: 2, rating: 1 }),
      ];
      const posted = await all.writer.postReviews(posts);
      assert.deepEqual(
        posted.map((each) => [each?.review.date, [...(each?.ratings ?? [])]]),
        [
          [NOW, [[5, 1]]],
          [
            NOW + 1,
            [
              [5, 1],
              [4, 1],
            ],
          ],
          [
            NOW + 1,
            [
              [5, 2],
              [4, 1],
            ],
          ],
          [NOW, [[1, 1]]],
        ],
      );
      const { reviews, ratings } = await all.people.reviews(1, 10);
      assert.deepEqual(reviews, [
        { asset: 1, user: 2, date: NOW + 1, rating: 4, comment: 'b' },
        { asset: 1, user: 1, date: NOW + 1, rating: 5, comment: '' },
        { asset: 1, user: 1, date: NOW, rating: 5, comment: 'a' },
      ]);
      assert.deepEqual(new Map([...ratings].sort()), new Map([[4, 1], [5, 2]])); // biome-ignore format: short
    });

    test('only as many are listed as asked for, but all ratings count', async () => {
      await using all = await opened();
      await all.writer.postReviews(Array.from({ length: 30 }, (_, place) => review({ now: NOW + place })));
      const { reviews, ratings } = await all.people.reviews(1, 2);
      assert.deepEqual(
        reviews.map(({ date }) => date - NOW),
        [29, 28],
      );
      assert.deepEqual(ratings, new Map([[4, 30]]));
    });

    test('whoever changes his own review changes the newest one, in what is given', async () => {
      await using all = await opened();
      await all.writer.postReviews([
        review({ user: 2, comment: 'first' }),
        review({ user: 2, now: NOW + 5, rating: 2 }),
      ]);
      const changed = { user: 2, now: NOW + DAY, changesOwn: true } as const;
      const { rating: _, ...comment } = review({ ...changed, comment: 'better' });
      const [first, second] = await all.writer.postReviews([comment, review({ ...changed, rating: 3 })]);
      assert.deepEqual(first?.review, {
        asset: 1,
        user: 2,
        date: NOW + 5,
        rating: 2,
        comment: 'better',
        modified: NOW + DAY,
      });
      assert.equal(second?.review.comment, 'better');
      assert.equal(second?.ratings.get(3), 1);
      assert.equal(second?.ratings.get(2), 0);
      const { reviews, ratings } = await all.people.reviews(1, 10);
      assert.equal(reviews.length, 2);
      assert.equal(ratings.get(3), 1);
    });

    test('a user without a review posts one, although he would change his own', async () => {
      await using all = await opened();
      const [posted] = await all.writer.postReviews([review({ user: 2, changesOwn: true })]);
      assert.deepEqual(posted?.review, { asset: 1, user: 2, date: NOW, rating: 4, comment: '' });
    });

    test('what is posted about a lost asset or by a lost user is left out, and the others land', async () => {
      await using all = await opened();
      const posted = await all.writer.postReviews([review({ asset: 9 }), review(), review({ user: 9 })]);
      assert.deepEqual(
        posted.map((each) => each?.review.asset),
        [undefined, 1, undefined],
      );
    });

    test('one call is one change of the catalogue', async () => {
      await using all = await opened();
      const before = all.catalogue.revision();
      await all.writer.postReviews([review(), review(), review({ asset: 2 })]);
      assert.equal(all.catalogue.revision(), before + 1);
      assert.equal([...all.catalogue.records().reviews].length, 3);
    });
  });

  describe(`${name}: PINs`, () => {
    test('a PIN is read as it was kept, with and without what may be absent', async () => {
      await using all = await opened();
      const { creator: _, groups: __, ...bare } = pin({ code: 'CCCCCCCCCCCC', title: '', endpoint: '', formats: [] });
      assert.equal(await all.writer.addPin(pin()), true);
      assert.equal(await all.writer.addPin(bare), true);
      assert.deepEqual(await all.people.pin('AAAAAAAAAAAA'), pin());
      assert.deepEqual(await all.people.pin('CCCCCCCCCCCC'), bare);
      assert.equal(await all.people.pin('DDDDDDDDDDDD'), undefined);
    });

    test('a code that is taken stays as it is', async () => {
      await using all = await opened();
      await all.writer.addPin(pin());
      assert.equal(await all.writer.addPin(pin({ title: 'other' })), false);
      assert.deepEqual(await all.people.pin('AAAAAAAAAAAA'), pin());
    });

    test('an expired PIN is known for a year, then forgotten', async () => {
      await using all = await opened();
      await all.writer.addPin(pin());
      await all.writer.addPin(pin({ code: 'CCCCCCCCCCCC', created: NOW + 366 * DAY }));
      assert.deepEqual(await all.people.pin('AAAAAAAAAAAA'), pin());
      await all.writer.addPin(pin({ code: 'DDDDDDDDDDDD', created: NOW + 367 * DAY }));
      assert.equal(await all.people.pin('AAAAAAAAAAAA'), undefined);
    });

    test('a PIN is no change of the catalogue', async () => {
      await using all = await opened();
      const before = all.catalogue.revision();
      await all.writer.addPin(pin());
      assert.equal(all.catalogue.revision(), before);
    });
  });
}
