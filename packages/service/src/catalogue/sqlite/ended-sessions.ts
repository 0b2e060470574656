import type { EndedSessions } from '../ended-sessions.ts';
import { NEWEST_END, readEnds } from '../sql/ended-sessions.ts';
import { openReader, reading } from './database.ts';
import { openSql } from './sqlite-sql.ts';

/** Opens a reader of the ended sessions in a data folder, with its own database connection. */
export function openEndedSessions({ directory }: { readonly directory: string }): EndedSessions {
  const database = openReader(directory);
  const { query } = openSql(database);
  const newest = database.prepare(NEWEST_END);
  newest.setReturnArrays(true);
  return {
    newest: () => reading(directory, () => Number((newest.get() as unknown as readonly unknown[])[0])),
    after: (number) => readEnds(query, number),
    [Symbol.asyncDispose]: async () => database.close(),
  };
}
