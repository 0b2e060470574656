import { setTimeout as pause } from 'node:timers/promises';
import { CatalogueUnreachable } from '../catalogue.ts';
import type { SqlQuery } from './query.ts';

/** How long the outcome of a commit is asked for, and the pause between two questions, in milliseconds. */
const OUTCOME_MS = 30_000;
const PAUSE_MS = 500;

/** A transaction whose outcome can be asked for. */
export interface TransactionMark {
  readonly id: string;
  /** Changes when a standby becomes the primary; transactions of different timelines may have the same ID. */
  readonly timeline: string;
}

const TIMELINE = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)';

/** Returns the mark of the transaction in which it runs; no ID if the transaction has written nothing. */
export const MARK = `SELECT pg_current_xact_id_if_assigned()::text, ${TIMELINE}`;

// A standby may lack what it has not replayed yet, so it isn't asked.
const STATUS = `SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_xact_status($1::text::xid8) END,
  CASE WHEN NOT pg_is_in_recovery() THEN ${TIMELINE} END`;

/**
 * True if the transaction was committed, false if it never will be. `ask` runs one statement on a connection of its own;
 * while it fails, the question is repeated. Throws CatalogueUnreachable if no answer comes in time.
 */
export async function isCommitted(
  { id, timeline }: TransactionMark,
  { name, ask, now = () => performance.now() }: { readonly name: string; readonly ask: SqlQuery; now?(): number },
): Promise<boolean> {
  const deadline = now() + OUTCOME_MS;
  for (let cause: unknown; ; await pause(PAUSE_MS)) {
    const [row] = await ask(STATUS, [id]).catch((error: unknown) => {
      cause = error;
      return [];
    });
    // The number is in the future of a new primary, which therefore lacks the transaction.
    if (row?.[0] === 'aborted' || (cause instanceof Error && 'code' in cause && cause.code === '22023')) return false;
    // A new primary may have given the number to another transaction.
    if (row?.[0] === 'committed' && row[1] !== timeline) throw unknownOutcome(name);
    if (row?.[0] === 'committed') return true;
    if (now() > deadline) throw unknownOutcome(name, cause);
  }
}

function unknownOutcome(name: string, cause?: unknown): CatalogueUnreachable {
  return new CatalogueUnreachable(`catalogue.url: the outcome of the last transaction of ${name} is unknown`, {
    cause,
  });
}
