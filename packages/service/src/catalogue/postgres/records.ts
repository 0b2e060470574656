import type { Review } from '../../reviews/store/review.ts';
import { PIN_COLUMNS, readPin } from '../pin-rows.ts';
import type { Records } from '../records.ts';
import { REVIEW_COLUMNS, readReview } from '../review-rows.ts';
import { timeCell } from '../time-cells.ts';
import type { Postgres } from './database.ts';
import { readPostgresModel } from './model.ts';
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
  const { query } = stack.use(await database.begin('read', { statementSeconds: STATEMENT_SECONDS, staysOpen: true }));
  const model = await readPostgresModel(query, defaultLanguage);
  const [state] = await query(`SELECT greatest(last_node, (SELECT max(id) FROM nodes)),
    greatest(last_asset, (SELECT max(id) FROM assets)), copied_from FROM state`);
  const [node, asset, copiedFrom] = state ?? [];
  const owned = stack.move();
  return {
    model,
    lastIds: { node: Number(node), asset: Number(asset) },
    copiedFrom: typeof copiedFrom === 'string' ? copiedFrom : undefined,
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
          last ? [last.asset, last.user, timeCell(last.date)] : [Number.MIN_SAFE_INTEGER, 0, 0],
        );
        const reviews = rows.map(readReview);
        yield reviews;
        if (reviews.length < BATCH) return;
        last = reviews.at(-1);
      }
    },
    pins: async function* () {
      for (let last = ''; ; ) {
        const rows = await query(`SELECT ${PIN_COLUMNS} FROM pins WHERE code > $1 ORDER BY code LIMIT ${BATCH}`, [
          last,
        ]);
        const pins = rows.map(readPin);
        yield pins;
        if (pins.length < BATCH) return;
        last = pins.at(-1)?.code ?? last;
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
