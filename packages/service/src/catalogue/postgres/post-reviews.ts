import { epochOf } from '../../../../core/src/domain/dates.ts';
import type { Review } from '../../reviews/store/review.ts';
import { postAll } from '../../reviews/store/review-posting.ts';
import type { NewReview, Posting } from '../../reviews/store/review-store.ts';
import { REVIEW_COLUMNS, readReview } from '../review-rows.ts';
import type { Cells } from '../rows.ts';
import type { SqlQuery } from '../sql/sql.ts';
import { timeCell } from '../time-cells.ts';
import { instantIn } from './instants.ts';
import { bigints } from './tables.ts';

/** SQL for the pairs of asset and user that `$1` and `$2` list. */
const PAIRS = 'SELECT DISTINCT * FROM unnest($1::bigint[], $2::bigint[]) AS pair(asset, "user")';

/**
 * Posts reviews inside a transaction that holds the write lock. Everything that the posts depend on is read in advance
 * with few queries, however many posts there are; `sink` writes the reviews.
 */
export async function postReviewsInto(
  query: SqlQuery,
  posts: readonly NewReview[],
  sink: (review: Review) => Promise<void>,
): Promise<readonly Posting[]> {
  // All nodes have the same zone.
  const zone = posts[0]?.timeZone ?? 'UTC';
  const assets = bigints(new Set(posts.map(({ asset }) => asset)));
  const pairs = [bigints(posts.map(({ asset }) => asset)), bigints(posts.map(({ user }) => user))];
  const idsOf = async (sql: string, ids: string) => new Set((await query(sql, [ids])).map(([id]) => Number(id)));
  const existing = await idsOf('SELECT id FROM assets WHERE id = ANY($1::bigint[])', assets);
  const users = await idsOf(
    `SELECT id FROM definitions WHERE kind = 'user' AND id = ANY($1::bigint[])`,
    bigints(new Set(posts.map(({ user }) => user))),
  );

  const changed = posts.flatMap(({ changes, isAnonymous, ...post }) =>
    changes === undefined || isAnonymous ? [] : [{ ...post, changes }],
  );
  const own = new Map<string, Review>();
  for (const cells of await query(
    `SELECT ${REVIEW_COLUMNS} FROM unnest($1::bigint[], $2::bigint[], $3::float8[]) AS wanted(asset, "user", date)
     JOIN reviews USING (asset, "user", date) WHERE NOT anonymous`,
    [
      bigints(changed.map(({ asset }) => asset)),
      bigints(changed.map(({ user }) => user)),
      bigints(changed.map(({ changes }) => timeCell(changes))),
    ],
  )) {
    const review = readReview(cells);
    own.set(`${review.asset} ${review.user} ${review.date}`, review);
  }

  const dates = await datesFrom(query, pairs, Math.min(...posts.map(({ now }) => now)));
  const countsOfOwn = await countsByKey(
    query,
    `SELECT asset, "user", count(*) FROM (${PAIRS}) p JOIN reviews USING (asset, "user") WHERE NOT anonymous
     GROUP BY asset, "user"`,
    pairs,
  );
  const countsWithoutToken = await countsByKey(
    query,
    'SELECT asset, 0, count(*) FROM reviews WHERE anonymous AND asset = ANY($1::bigint[]) GROUP BY asset',
    [assets],
  );
  const newest = new Map<string, { readonly instant: number; readonly rating: number }>();
  for (const [asset, user, instant, rating] of await query(
    `SELECT DISTINCT ON (asset, "user") asset, "user", ${instantIn('$3')} AS instant, rating
     FROM (${PAIRS}) p JOIN reviews USING (asset, "user")
     WHERE NOT anonymous AND rating IS NOT NULL ORDER BY asset, "user", instant DESC`,
    [...pairs, zone],
  )) {
    newest.set(`${asset} ${user}`, { instant: Number(instant), rating: Number(rating) });
  }
  const ratings = new Map<number, Map<number, number>>();
  for (const [asset, rating, count] of await readRatings(query, assets, zone)) {
    const ofAsset = ratings.getOrInsertComputed(Number(asset), () => new Map());
    ofAsset.set(Number(rating), (ofAsset.get(Number(rating)) ?? 0) + Number(count));
  }

  const written: Review[] = [];
  const increase = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  const postings = postAll(posts, {
    hasAsset: (id) => existing.has(id),
    hasUser: (id) => users.has(id),
    own: (asset, user, date) => own.get(`${asset} ${user} ${date}`),
    lastBetween: (asset, user, from, to) => {
      const within = [...(dates.get(`${asset} ${user}`) ?? [])].filter((date) => date >= from && date <= to);
      return within.length > 0 ? Math.max(...within) : undefined;
    },
    countOfOwn: (asset, user) => countsOfOwn.get(`${asset} ${user}`) ?? 0,
    countWithoutToken: (asset) => countsWithoutToken.get(`${asset} 0`) ?? 0,
    newestRating: (asset, user) => newest.get(`${asset} ${user}`)?.rating,
    ratings: (asset) => new Map(ratings.get(asset)),
    put: (review) => {
      const { asset, user, isAnonymous, rating } = review;
      const date = timeCell(review.date);
      const instant = epochOf(review.date, zone);
      const pair = `${asset} ${user}`;
      const ofPair = dates.getOrInsertComputed(pair, () => new Set());
      const isNew = !ofPair.has(date) && !own.has(`${pair} ${review.date}`);
      ofPair.add(date);
      if (!isAnonymous) own.set(`${pair} ${review.date}`, review);
      if (isNew) increase(isAnonymous ? countsWithoutToken : countsOfOwn, isAnonymous ? `${asset} 0` : pair);
      const before = newest.get(pair);
      if (!isAnonymous && rating !== undefined && (before === undefined || before.instant <= instant)) {
        newest.set(pair, { instant, rating });
      }
      written.push(review);
    },
  });
  for (const review of written) await sink(review);
  return postings;
}

/** Reads the number of reviews by rating that count towards the mean of each asset. Reads no comments. */
export function readRatings(query: SqlQuery, assets: string, zone: string): Promise<readonly Cells[]> {
  return query(
    `SELECT asset, rating, count(*) FROM reviews
       WHERE asset = ANY($1::bigint[]) AND anonymous AND rating IS NOT NULL GROUP BY asset, rating
     UNION ALL
     SELECT asset, rating, count(*) FROM (
       SELECT DISTINCT ON (asset, "user") asset, rating FROM reviews
       WHERE asset = ANY($1::bigint[]) AND NOT anonymous AND rating IS NOT NULL ORDER BY asset, "user", ${instantIn('$2')} DESC
     ) AS newest GROUP BY asset, rating`,
    [assets, zone],
  );
}

/** The dates of reviews from a date on, by pair of asset and user. Few are in the future. */
async function datesFrom(query: SqlQuery, pairs: readonly string[], from: number): Promise<Map<string, Set<number>>> {
  const dates = new Map<string, Set<number>>();
  for (const [asset, user, date] of await query(
    `SELECT asset, "user", date FROM (${PAIRS}) p JOIN reviews USING (asset, "user") WHERE date >= $3`,
    [...pairs, from],
  )) {
    dates.getOrInsertComputed(`${asset} ${user}`, () => new Set()).add(Number(date));
  }
  return dates;
}

async function countsByKey(query: SqlQuery, sql: string, values: readonly unknown[]): Promise<Map<string, number>> {
  return new Map((await query(sql, values)).map(([asset, user, count]) => [`${asset} ${user}`, Number(count)]));
}
