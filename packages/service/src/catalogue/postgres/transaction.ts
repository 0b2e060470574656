import type { PoolClient } from 'pg';
import { Turns } from '../../../../core/src/concurrency/turns.ts';
import type { SqlQuery } from '../sql/sql.ts';
import { isLostConnection, standby } from './failures.ts';
import { selectMark, type TransactionMark } from './outcome.ts';
import { queryOf } from './sql-query.ts';

/** A commit must be durable, even where the server is told that it needn't be. */
const DURABLE = `SELECT set_config('synchronous_commit', 'on', true)
  WHERE current_setting('synchronous_commit') = 'off'`;

/** An open transaction. It is rolled back on disposal unless it was committed. */
export interface PostgresTransaction extends AsyncDisposable {
  readonly query: SqlQuery;
  /** Runs a statement that may wait for a lock, but at most `milliseconds`; then it rejects with CatalogueBusy. */
  waitFor(sql: string, milliseconds: number): Promise<void>;
  /** Commits. If the connection is lost meanwhile, asks the server for the outcome, so that it is never in doubt. */
  commit(): Promise<void>;
}

export interface TransactionOptions {
  readonly mode: 'read' | 'write';
  /** Maximum time of a statement. */
  readonly statementMs: number;
  /** Time after which the server ends the transaction of a node that is silent. */
  readonly idleMs: number;
  /** Whether a statement now and then keeps the transaction open, however long its owner does something else. */
  readonly staysOpen: boolean;
  /** Address of the server for messages. */
  readonly name: string;
  /** SQL for the mark of the server. */
  readonly serverMark: string;
  /** Finds out how a transaction ended whose connection was lost during the commit. */
  isCommitted(mark: TransactionMark): Promise<boolean>;
}

/**
 * Begins a transaction on a connection of a pool, which it releases at its end. Rejects on a standby, which may lack
 * commits that were answered. Rejections are errors of the driver or of the port.
 */
export async function beginTransaction(client: PoolClient, options: TransactionOptions): Promise<PostgresTransaction> {
  const { mode, statementMs, idleMs, staysOpen, name, serverMark, isCommitted } = options;
  const turns = new Turns();
  let isOpen = true;
  let beat: NodeJS.Timeout | undefined;

  const run = (sql: string, values: readonly unknown[] = [], timeoutMs = statementMs) =>
    turns.take(async () => {
      // The connection may already run the statements of somebody else.
      if (!isOpen) throw new TypeError('the transaction is over');
      return await queryOf(client, timeoutMs)(sql, values);
    });

  function end(isBroken: boolean): void {
    isOpen = false;
    clearInterval(beat);
    client.release(isBroken);
  }

  try {
    // One message, without parameters, because each would cost a wait for the network.
    const [row] = await run(`BEGIN ${mode === 'read' ? 'ISOLATION LEVEL REPEATABLE READ READ ONLY' : ''};
      SET LOCAL statement_timeout = ${statementMs}; SET LOCAL idle_in_transaction_session_timeout = ${idleMs};
      ${mode === 'write' ? `${DURABLE};` : ''} SELECT pg_is_in_recovery()`);
    if (row?.[0] === true) throw standby(name);
  } catch (error) {
    end(true);
    throw error;
  }
  if (staysOpen) {
    // A failure shows itself in the next statement of the owner.
    beat = setInterval(() => run('SELECT 1').catch(() => clearInterval(beat)), idleMs / 3);
    beat.unref();
  }

  return {
    query: (sql, values) => run(sql, values),
    waitFor: async (sql, milliseconds) => {
      await run(
        `SET LOCAL lock_timeout = ${milliseconds}; SET LOCAL statement_timeout = 0; ${sql};
         SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = ${statementMs}`,
        [],
        milliseconds + statementMs,
      );
    },
    commit: async () => {
      const [row] = mode === 'write' ? await run(selectMark(serverMark)) : [];
      const [id, server] = row ?? [];
      try {
        await run('COMMIT');
        end(false);
      } catch (error) {
        end(true);
        if (typeof id !== 'string' || !isLostConnection(error)) throw error;
        if (!(await isCommitted({ id, server: String(server) }))) throw error;
      }
    },
    [Symbol.asyncDispose]: async () => {
      if (!isOpen) return;
      try {
        await run('ROLLBACK');
        end(false);
      } catch {
        // The server rolls back when the connection ends.
        end(true);
      }
    },
  };
}
