import type { WebhookStates } from '../webhooks/store/webhook-state.ts';

/** No catalogue has made such a cursor, so the next message says that the receiver's has expired. */
const NOWHERE = 'elsewhere';

/**
 * Carries the webhooks of a store to another one, or over the restore of a backup: what their receivers were told last may
 * not be there, and what came since they were not told.
 */
export async function carryWebhooks(from: WebhookStates, to: WebhookStates): Promise<void> {
  for (const [id, state] of await from.list()) {
    const { cursor, message } = state;
    if (message) await to.take(id, { ...state, message: { ...message, cursor: NOWHERE } });
    else if (cursor !== undefined) await to.take(id, { ...state, cursor: NOWHERE });
  }
}
