import { followNumber } from '../../../../core/src/concurrency/follow-number.ts';
import type { EndedSessions, SessionEnd } from '../ended-sessions.ts';
import { addEnd, NEWEST_END, readEnds } from '../sql/ended-sessions.ts';
import type { SqlQuery } from '../sql/sql.ts';
import type { Postgres } from './database.ts';
import { CHANGES_CHANNEL } from './side-connection.ts';

/** Pause between two looks, in milliseconds. Notifications shorten it. */
const POLL_MS = 50;

/**
 * Opens a reader of the ended sessions in a database. It follows them from the first call of `newest` on, so that an end
 * reaches every node within `lagMilliseconds`; while the database doesn't answer for so long, the newest is
 * unknown; with 0 it always is, so that each reader asks.
 */
export function openPostgresEndedSessions(
  { query, sideConnection }: Pick<Postgres, 'query' | 'sideConnection'>,
  { lagMilliseconds }: { readonly lagMilliseconds: number },
): EndedSessions {
  const following = followNumber({
    // The first look creates the tables if there are none.
    ask: async (isFirst) => Number((await (isFirst ? query : sideConnection.query)(NEWEST_END))[0]?.[0]),
    ...{ pollMilliseconds: POLL_MS, lagMilliseconds },
  });
  const ignoreWakes = sideConnection.onWake(following.look);
  return {
    newest: following.number,
    after: (number) => readEnds(query, number),
    [Symbol.asyncDispose]: async () => {
      ignoreWakes();
      await following[Symbol.asyncDispose]();
    },
  };
}

/** Adds an end inside a transaction, and wakes the nodes. Others that add one wait. */
export async function addEndInto(query: SqlQuery, end: SessionEnd): Promise<void> {
  await query('LOCK TABLE ended_sessions IN EXCLUSIVE MODE');
  await addEnd(query, end);
  await query(`SELECT pg_notify('${CHANGES_CHANNEL}', '')`);
}
