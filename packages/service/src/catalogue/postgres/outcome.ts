/** Finds out whether a commit took place whose answer was lost with the connection. */
import { setTimeout as pause } from 'node:timers/promises';
import { OutcomeUnknown } from '../catalogue-errors.ts';
import type { SqlQuery } from '../sql/sql.ts';
import { isMissingFunction } from './failures.ts';

/** How long the outcome of a commit is asked for, and the pause between two questions, in milliseconds. */
const OUTCOME_MS = 30_000;
const PAUSE_MS = 500;

/** A transaction whose outcome can be asked for. */
export interface TransactionMark {
  readonly id: string;
  /** Differs after a standby has become the primary; transactions of two primaries may have the same ID. */
  readonly server: string;
}

/** The timeline, which increases when a standby becomes the primary. Fails on a standby. */
export const TIMELINE = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)';
/** Changes at each start of the server, too, so that after one the outcome may be unknown. */
const SERVER_START = 'pg_postmaster_start_time()::text';

/** Returns SQL for the mark of the server. Some managed servers don't let users read the timeline. */
export async function findServerMark(query: SqlQuery): Promise<string> {
  try {
    await query(`SELECT ${TIMELINE}`);
    return TIMELINE;
  } catch (error) {
    // Any other error passes, and the weaker mark would stay for the life of the process.
    if (isMissingFunction(error)) return SERVER_START;
    throw error;
  }
}

/** Returns SQL for the mark of the transaction in which it runs; no ID if the transaction has written nothing. */
export function selectMark(serverMark: string): string {
  return `SELECT pg_current_xact_id_if_assigned()::text, ${serverMark}`;
}

/**
 * True if the transaction was committed, false if it never will be. `ask` runs one statement on a connection of its own;
 * while it fails, the question is repeated. Throws OutcomeUnknown if no answer comes in time.
 */
export async function isCommitted(
  { id, server }: TransactionMark,
  options: { readonly name: string; readonly ask: SqlQuery; readonly serverMark: string; now?(): number },
): Promise<boolean> {
  const { name, ask, serverMark, now = () => performance.now() } = options;
  // A standby may lack what it has not replayed yet, so it isn't asked. The question writes an empty message to the log of
  // the server, so that it waits for the same standbys as a commit: after a restart, the server shows commits that no
  // standby has, which would be lost with it.
  const status = `SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_xact_status($1::text::xid8) END,
    CASE WHEN NOT pg_is_in_recovery() THEN ${serverMark} END,
    CASE WHEN NOT pg_is_in_recovery() THEN pg_logical_emit_message(true, 'abs', '')::text END`;
  const deadline = now() + OUTCOME_MS;
  for (let cause: unknown; ; await pause(PAUSE_MS)) {
    const [row] = await ask(status, [id]).catch((error: unknown) => {
      cause = error;
      return [];
    });
    // The number is in the future of a new primary, which therefore lacks the transaction.
    if (row?.[0] === 'aborted' || (cause instanceof Error && 'code' in cause && cause.code === '22023')) return false;
    // A new primary may have given the number to another transaction.
    if (row?.[0] === 'committed' && row[1] !== server) throw unknownOutcome(name);
    if (row?.[0] === 'committed') return true;
    if (now() > deadline) throw unknownOutcome(name, cause);
  }
}

function unknownOutcome(name: string, cause?: unknown): OutcomeUnknown {
  return new OutcomeUnknown(`catalogue.url: the outcome of the last transaction of ${name} is unknown`, {
    cause,
  });
}
