import type { Review } from '../../domain/people.ts';
import type { Records } from '../catalogue.ts';
import type { Postgres } from './database.ts';
import { readPostgresModel } from './model.ts';
import { REVIEW_COLUMNS, readReviewCells } from './post-reviews.ts';
import { readRecords } from './read-records.ts';

/** Number of objects per batch, a compromise between few calls and little memory. */
const BATCH = 1000;
/** Time that one batch may take, in seconds. */
const STATEMENT_SECONDS = 60;

/** Opens the objects of the newest state, which a transaction holds while others write. It holds a connection. */
export async function openPostgresRecords(
  database: Postgres,
  { defaultLanguage }: { readonly defaultLanguage?: string } = {},
): Promise<Records> {
  await using stack = new AsyncDisposableStack();
  const { query } = stack.use(await database.begin('read', { statementSeconds: STATEMENT_SECONDS }));
  const model = await readPostgresModel(query, defaultLanguage);
  const owned = stack.move();
  return {
    model,
    assets: async function* () {
      for (let from = Number.MIN_SAFE_INTEGER; ; ) {
        const records = await readRecords(query, { from, most: BATCH });
        if (records.length > 0) yield records;
        if (records.length < BATCH) return;
        from = (records.at(-1)?.id ?? from) + 1;
      }
    },
    reviews: async function* () {
      let last: Review | undefined;
      for (;;) {
        const rows = await query(
          `SELECT ${REVIEW_COLUMNS} FROM reviews WHERE (asset, "user", date) > ($1, $2, $3)
           ORDER BY asset, "user", date LIMIT ${BATCH}`,
          last ? [last.asset, last.user, last.date] : [Number.MIN_SAFE_INTEGER, 0, 0],
        );
        const reviews = rows.map(readReviewCells);
        yield reviews;
        if (reviews.length < BATCH) return;
        last = reviews.at(-1);
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
