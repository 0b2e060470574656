/** The states of webhooks, in both databases. They are no part of the content, so they make no revision. */
import { NOT_BEGUN, type WebhookState, type WebhookStates } from '../../webhooks/store/webhook-state.ts';
import type { Cells } from '../rows.ts';
import type { SqlQuery } from './sql.ts';

const COLUMNS = 'state, message, is_off';

/** Opens the states on connections: `query` for single statements. */
export function openWebhookStates(query: SqlQuery): WebhookStates {
  return {
    claim: async (id, { sender, now, until }) => {
      const [row] = await query(
        `INSERT INTO webhooks (id, is_off, sender, until) VALUES ($1, 0, $2, $3)
         ON CONFLICT (id) DO UPDATE SET sender = excluded.sender, until = excluded.until
           WHERE webhooks.sender = excluded.sender OR webhooks.until <= $4
         RETURNING ${COLUMNS}`,
        [id, sender, until, now],
      );
      return row && readState(row);
    },
    put: async (id, sender, { cursor, message, isOff }) => {
      const rows = await query(
        'UPDATE webhooks SET state = $1, message = $2, is_off = $3 WHERE id = $4 AND sender = $5 RETURNING id',
        [cursor ?? null, message ? JSON.stringify(message) : null, Number(isOff), id, sender],
      );
      return rows.length > 0;
    },
    list: async () => {
      const rows = await query(`SELECT ${COLUMNS}, id FROM webhooks ORDER BY id`);
      return new Map(rows.map((row) => [String(row[3]), readState(row)]));
    },
    retry: async (id) => {
      const [row] = await query(`SELECT ${COLUMNS} FROM webhooks WHERE id = $1`, [id]);
      const { message } = row ? readState(row) : NOT_BEGUN;
      if (!message) return false;
      const again = { ...message, failures: 0, due: 0 };
      // Without a sender: whoever holds an older state can't put it back. A message that was accepted meanwhile isn't either.
      const rows = await query(
        "UPDATE webhooks SET message = $1, is_off = 0, sender = '', until = 0 WHERE id = $2 AND message = $3 RETURNING id",
        [JSON.stringify(again), id, row?.[1] ?? null],
      );
      return rows.length > 0;
    },
    take: async (id, { cursor, message, isOff }) => {
      await query(
        `INSERT INTO webhooks (id, state, message, is_off, sender, until) VALUES ($1, $2, $3, $4, '', 0)
         ON CONFLICT (id) DO UPDATE
           SET state = excluded.state, message = excluded.message, is_off = excluded.is_off, sender = '', until = 0`,
        [id, cursor ?? null, message ? JSON.stringify(message) : null, Number(isOff)],
      );
    },
  };
}

function readState([cursor, message, isOff]: Cells): WebhookState {
  return {
    cursor: cursor === null ? undefined : String(cursor),
    message: message === null ? undefined : JSON.parse(String(message)),
    isOff: Number(isOff) === 1,
  };
}
