import { missingInPostgres } from '../catalogue/postgres/inspect.ts';
import { missingInSqlite } from '../catalogue/sqlite/inspect.ts';
import type { Config } from '../config/settings.ts';

/** Whether opening the catalogue converts it to the format of this version. Leaves it to the opening to say what fails. */
export async function needsConversion({ data, caFile, catalogue }: Config): Promise<boolean> {
  const { url } = catalogue;
  try {
    const missing = url === null ? missingInSqlite(data) : await missingInPostgres({ ...catalogue, caFile, url });
    return (missing ?? 0) > 0;
  } catch {
    return false;
  }
}
