import type { Records } from '../records.ts';
import { recordsIn } from '../sql/read-all.ts';
import { openReader } from './database.ts';
import { openModelReader } from './model.ts';
import { openSql } from './sqlite-sql.ts';

/**
 * Opens the objects of the newest state. Uses its own connection, whose transaction holds the state while others write.
 */
export async function openRecords({
  directory,
  defaultLanguage,
}: {
  readonly directory: string;
  readonly defaultLanguage?: string;
}): Promise<Records> {
  const database = openReader(directory);
  try {
    database.exec('BEGIN');
    const { model } = openModelReader(database, defaultLanguage);
    return await recordsIn(openSql(database), model(), {
      [Symbol.asyncDispose]: async () => database.close(),
    });
  } catch (error) {
    database.close();
    throw error;
  }
}
