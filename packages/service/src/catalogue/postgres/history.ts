import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import type { SqlQuery } from '../sql/sql.ts';
import { readPostgresModel } from './model.ts';
import { updatePostgresModel } from './update-model.ts';

/**
 * SQL for a text that changes when the database may have gone back to an older state: a restored folder of data, or a
 * standby that became the primary, has another start, and a restored dump has other files. A start without a restore only
 * costs that the model is read again.
 */
export const HISTORY = `pg_postmaster_start_time()::text || ' ' || pg_relation_filenode('state')`;

/** A model and the history of the database that it was read from. */
export interface ModelOfHistory {
  readonly model: CatalogueModel;
  readonly history: string;
}

/**
 * True if the changes since a model lead to the state that the database has. They don't after a restore to an older state,
 * whose revisions may have grown past that of the model since, nor if changes are no longer recorded. `oldest` is the first
 * revision whose changes are, or the next one.
 */
export function mayFollow(
  { model, history }: ModelOfHistory,
  now: { readonly revision: number; readonly oldest: number; readonly history: string },
): boolean {
  return history === now.history && model.revision <= now.revision && model.revision >= now.oldest - 1;
}

/** Reads the model, or, where `known` may be followed, what has changed since. All queries must be of one transaction. */
export async function readModelOfHistory(
  query: SqlQuery,
  known: ModelOfHistory | undefined,
  defaultLanguage: string | undefined,
): Promise<ModelOfHistory> {
  const [row] = await query(
    `SELECT revision, coalesce((SELECT min(revision) FROM changes), revision + 1), ${HISTORY} FROM state`,
  );
  const now = { revision: Number(row?.[0]), oldest: Number(row?.[1]), history: String(row?.[2]) };
  const model = await (known && mayFollow(known, now)
    ? updatePostgresModel(query, known.model, defaultLanguage)
    : readPostgresModel(query, defaultLanguage));
  return { model, history: now.history };
}
