import type { ClientBase } from 'pg';
import { CatalogueUnreachable } from '../catalogue.ts';
import { isLostConnection } from './failures.ts';
import { TIMELINE } from './outcome.ts';

/**
 * Opens a check of each new connection, which rejects with CatalogueUnreachable if the server was the primary before one
 * that was seen: what is written to it would be lost. A promotion makes a newer timeline. `name` is the address without
 * the password, for messages.
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
    const { rows } = await client.query(`SELECT CASE WHEN NOT pg_is_in_recovery() THEN ${TIMELINE} END AS timeline`);
    return rows[0]?.timeline ?? undefined;
  } catch (error) {
    if (isLostConnection(error)) throw error;
    return undefined;
  }
}

function former(name: string): CatalogueUnreachable {
  const advice = 'name the new primary, or restart this node if the server is the right one';
  return new CatalogueUnreachable(
    `catalogue.url: the server was the primary before a standby was promoted; ${advice} (${name})`,
  );
}
