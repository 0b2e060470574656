/** Statements on ended sessions that both databases have. */
import type { NumberedEnd, SessionEnd } from '../ended-sessions.ts';
import type { Cells } from '../rows.ts';
import type { SqlQuery } from './sql.ts';

export const NEWEST_END = 'SELECT coalesce(max(number), 0) FROM ended_sessions';

export async function readEnds(query: SqlQuery, number: number): Promise<readonly NumberedEnd[]> {
  const rows = await query(
    'SELECT number, mark, ended, expires FROM ended_sessions WHERE number > $1 ORDER BY number',
    [number],
  );
  return rows.map(endOf);
}

function endOf([number, mark, ended, expires]: Cells): NumberedEnd {
  return { number: Number(number), mark: String(mark), ended: Number(ended), expires: Number(expires) };
}

/** Adds an end inside a transaction that is the only one to add one. */
export async function addEnd(query: SqlQuery, { mark, ended, expires }: SessionEnd): Promise<void> {
  const [row] = await query(NEWEST_END);
  const number = Number(row?.[0]) + 1;
  await query('INSERT INTO ended_sessions (number, mark, ended, expires) VALUES ($1, $2, $3, $4)', [
    ...[number, mark, ended, expires],
  ]);
  // Only after that, so that the highest number never comes again.
  await query('DELETE FROM ended_sessions WHERE expires <= $1 AND number < $2', [ended, number]);
}
