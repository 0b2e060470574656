import type { ClientBase } from 'pg';
import { CatalogueUnreachable } from '../catalogue.ts';
import { isMissingFunction } from './failures.ts';
import { TIMELINE } from './outcome.ts';
import { queryOf } from './query.ts';

/** Time that the check of a connection may take, in milliseconds: the pool doesn't limit it, and every caller waits. */
const CHECK_MS = 3_000;

/**
 * Opens a check of each new connection, which rejects with CatalogueUnreachable if the server was the primary before one
 * that this check has seen: what is written to it would be lost. A promotion makes a newer timeline. Nothing else can tell
 * the two apart: a former primary agrees with itself, and what it stores is older than the promotion. So a check that is
 * opened after the promotion accepts the first primary that it sees. `name` is the address without the password, for
 * messages.
 */
export function openPrimaryCheck(name: string): (client: ClientBase) => Promise<void> {
  let newest = '';
  return async (client) => {
    const timeline = await timelineOf(client);
    if (timeline === undefined) return;
    if (timeline < newest) throw former(name);
    newest = timeline;
  };
}

/** Eight hexadecimal digits; undefined on a standby, which is refused elsewhere, and where users may not read it. */
async function timelineOf(client: ClientBase): Promise<string | undefined> {
  try {
    const query = queryOf(client, CHECK_MS);
    const [row] = await query(`SELECT CASE WHEN NOT pg_is_in_recovery() THEN ${TIMELINE} END`);
    return typeof row?.[0] === 'string' ? row[0] : undefined;
  } catch (error) {
    if (isMissingFunction(error)) return undefined;
    throw error;
  }
}

function former(name: string): CatalogueUnreachable {
  const advice = 'name the new primary, or restart this node if the server is the right one';
  return new CatalogueUnreachable(
    `catalogue.url: the server was the primary before a standby was promoted; ${advice} (${name})`,
  );
}
