import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import type { Review } from '../../reviews/store/review.ts';
import { PIN_COLUMNS, readPin } from '../pin-rows.ts';
import type { Records } from '../records.ts';
import { REVIEW_COLUMNS, readReview } from '../review-rows.ts';
import { timeCell } from '../time-cells.ts';
import { readKeptTexts } from './file-texts.ts';
import { readRecords } from './read-records.ts';
import type { Sql } from './sql.ts';

/** Number of objects per batch, a compromise between few calls and little memory. */
const BATCH = 1000;

/** Returns the objects of the state that the open transaction sees, with its model. Disposing ends the transaction. */
export async function recordsIn(sql: Sql, model: CatalogueModel, transaction: AsyncDisposable): Promise<Records> {
  const { query, greatest } = sql;
  const [state] = await query(`SELECT ${greatest}(last_node, (SELECT coalesce(max(id), 0) FROM nodes)),
    ${greatest}(last_asset, (SELECT coalesce(max(id), 0) FROM assets)), copied_from FROM state`);
  const [node, asset, copiedFrom] = state ?? [];
  return {
    model,
    lastIds: { node: Number(node), asset: Number(asset) },
    copiedFrom: typeof copiedFrom === 'string' ? copiedFrom : undefined,
    assets: async function* () {
      for (let from = Number.MIN_SAFE_INTEGER; ; ) {
        const records = await readRecords(sql, { from, most: BATCH });
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
    texts: () => readKeptTexts(sql),
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
    [Symbol.asyncDispose]: () => transaction[Symbol.asyncDispose](),
  };
}
