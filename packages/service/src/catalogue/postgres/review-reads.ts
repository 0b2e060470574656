import type { Review } from '../../reviews/store/review.ts';
import type { ReviewPage, Reviews } from '../../reviews/store/review-store.ts';
import { REVIEW_COLUMNS, readReview } from '../review-rows.ts';
import { readTime, timeCell } from '../time-cells.ts';
import type { Postgres } from './database.ts';
import { instantIn } from './instants.ts';
import { openSharedReader } from './shared-reads.ts';

/** Number of reviews that one query of `all` reads. */
const REVIEWS_AT_ONCE = 200;

/**
 * Number of reviews with each rating that counts, as JSON, of the asset `$1`. Of a user with a token only the newest
 * rating counts, in the time zone `$5`.
 */
const COUNTED_RATINGS = `
  SELECT coalesce(json_object_agg(rating, count), '{}') FROM (
    SELECT rating, count(*) AS count FROM (
      SELECT rating FROM reviews WHERE asset = $1 AND anonymous AND rating IS NOT NULL
      UNION ALL (SELECT DISTINCT ON ("user") rating FROM reviews
        WHERE asset = $1 AND NOT anonymous AND rating IS NOT NULL ORDER BY "user", ${instantIn('$5')} DESC)
    ) AS counted GROUP BY rating
  ) AS by_rating`;

/**
 * A page of reviews with the size of the comments before each, which ends with the review that makes the comments too
 * large unless it is the first with a comment. One statement sees one state.
 */
const PAGE = `
  SELECT total.count, ratings.counts, page.* FROM
    (SELECT count(*) AS count FROM reviews WHERE asset = $1) AS total
    CROSS JOIN (SELECT (${COUNTED_RATINGS}) AS counts) AS ratings
    LEFT JOIN (
      SELECT * FROM (
        SELECT *, lag(bytes) OVER newest AS bytes_before, lag(bytes, 2) OVER newest AS bytes_before_that FROM (
          SELECT *, sum(octet_length(comment)) OVER (newest ROWS UNBOUNDED PRECEDING) AS bytes FROM (
            SELECT ${REVIEW_COLUMNS}, ${instantIn('$5')} AS instant FROM reviews WHERE asset = $1
            ORDER BY instant DESC, "user" DESC LIMIT $2 OFFSET $3
          ) AS chosen WINDOW newest AS (ORDER BY instant DESC, "user" DESC)
        ) AS sized WINDOW newest AS (ORDER BY instant DESC, "user" DESC)
      ) AS measured WHERE coalesce(bytes_before_that, 0) = 0 OR bytes_before <= $4::double precision
    ) AS page ON true
  ORDER BY page.instant DESC, page."user" DESC`;

/** Opens a reader of the reviews in a database. It reads what is committed, not what is followed. */
export function openPostgresReviews({ query, begin }: Pick<Postgres, 'query' | 'begin'>): Reviews {
  // The condition on the date alone lets the server begin in the index.
  const newestAfter = `SELECT ${REVIEW_COLUMNS} FROM reviews
    WHERE date <= $1 AND (date < $1 OR (asset, "user") > ($2, $3))
    ORDER BY date DESC, asset, "user" LIMIT ${REVIEWS_AT_ONCE}`;

  const page = openSharedReader(
    async (asset: number, { offset, most, maxBytes = Number.POSITIVE_INFINITY, timeZone = 'UTC' }: ReviewPage) => {
      const rows = await query(PAGE, [asset, most, offset, maxBytes, timeZone]);
      const [total, counts] = rows[0] ?? [0, '{}'];
      const ratings = Object.entries(JSON.parse(String(counts)) as Record<string, number>);
      return {
        reviews: rows.map((cells) => cells.slice(2)).flatMap((cells) => (cells[0] === null ? [] : readReview(cells))),
        total: Number(total),
        ratings: new Map(ratings.map(([rating, count]) => [Number(rating), count])),
      };
    },
  );

  return {
    page: (asset, selected, signal) => page([asset, selected], signal),
    all: async function* () {
      await using transaction = await begin('read', { staysOpen: true });
      let last: Pick<Review, 'asset' | 'user' | 'date'> | undefined;
      for (;;) {
        const after = last ? [timeCell(last.date), last.asset, last.user] : [Number.POSITIVE_INFINITY, 0, 0];
        const batch = (await transaction.query(newestAfter, after)).map(readReview);
        yield* batch;
        last = batch.at(-1);
        if (batch.length < REVIEWS_AT_ONCE) return;
      }
    },
    datesOfOwn: async (asset, user) => {
      const rows = await query('SELECT date FROM reviews WHERE asset = $1 AND "user" = $2 AND NOT anonymous', [
        asset,
        user,
      ]);
      return rows.map(([date]) => readTime(date));
    },
    [Symbol.asyncDispose]: async () => {},
  };
}
