import type { DatabaseSync } from 'node:sqlite';
import type { People } from '../../ports/people.ts';
import { openReader, reading } from './database.ts';
import { inSnapshot } from './model.ts';
import { readPin, readReview } from './rows.ts';

/** Reads reviews and PINs of a data folder through a connection of its own. */
export function openPeople({ directory }: { readonly directory: string }): People {
  const database = openReader(directory);
  const reviews = database.prepare('SELECT * FROM reviews WHERE asset = ? ORDER BY date DESC, user DESC LIMIT ?');
  const pin = database.prepare('SELECT * FROM pins WHERE code = ?');
  const ratingsOf = openRatings(database);
  return {
    reviews: async (asset, most) =>
      reading(directory, () =>
        inSnapshot(database, () => ({
          reviews: reviews.all(asset, most).map((row) => readReview(row)),
          ratings: ratingsOf(asset),
        })),
      ),
    pin: async (code) => {
      const row = reading(directory, () => pin.get(code));
      return row && readPin(row);
    },
    [Symbol.asyncDispose]: async () => database.close(),
  };
}

/** Prepares the count of an asset's ratings, rating -> reviews. */
export function openRatings(database: DatabaseSync): (asset: number) => Map<number, number> {
  const ratings = database.prepare(
    'SELECT rating, count(*) AS count FROM reviews WHERE asset = ? AND rating IS NOT NULL GROUP BY rating',
  );
  return (asset) => new Map(ratings.all(asset).map(({ rating, count }) => [Number(rating), Number(count)]));
}
