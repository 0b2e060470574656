import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WebhookStates } from '../../src/webhooks/store/webhook-state.ts';

export interface OpenedWebhookStates extends AsyncDisposable {
  readonly states: WebhookStates;
}

/** What every store of the states of webhooks must do. `open` opens an empty one each time. */
export function webhookStatesContract(name: string, open: () => Promise<OpenedWebhookStates>): void {
  describe(`${name}: states of webhooks`, () => {
    const message = { id: 'msg_1', body: '{"a":"\\u0000ä🌲"}', cursor: 'c2', failures: 3, due: 17.5 };

    test('one node holds a hook until its claim ends, and only that node replaces the state', async () => {
      await using opened = await open();
      const { states } = opened;
      const begun = await states.claim('shop', { sender: 'a', now: 0, until: 10 });
      assert.deepEqual(begun, { cursor: undefined, message: undefined, isOff: false });
      assert.equal(await states.claim('shop', { sender: 'b', now: 9, until: 19 }), undefined);
      assert.equal(await states.put('shop', 'b', { cursor: 'x', message: undefined, isOff: false }), false);
      const state = { cursor: 'c1', message, isOff: false };
      assert.equal(await states.put('shop', 'a', state), true);
      assert.deepEqual(await states.claim('shop', { sender: 'a', now: 9, until: 20 }), state);
      assert.deepEqual(await states.claim('other', { sender: 'b', now: 9, until: 20 }), begun);
      assert.deepEqual(await states.claim('shop', { sender: 'b', now: 20, until: 30 }), state);
      assert.equal(await states.put('shop', 'a', { cursor: 'y', message: undefined, isOff: false }), false);
      assert.deepEqual(Object.fromEntries(await states.list()), { shop: state, other: begun });
    });

    test('a retry lets the message go at once, and whoever sent before must claim the hook again', async () => {
      await using opened = await open();
      const { states } = opened;
      await states.claim('shop', { sender: 'a', now: 0, until: 10 });
      assert.equal(await states.retry('shop'), false);
      assert.equal(await states.retry('unknown'), false);
      await states.put('shop', 'a', { cursor: 'c1', message, isOff: true });
      assert.equal(await states.retry('shop'), true);
      assert.equal(await states.put('shop', 'a', { cursor: 'c1', message, isOff: true }), false);
      const state = await states.claim('shop', { sender: 'b', now: 1, until: 10 });
      assert.deepEqual(state, { cursor: 'c1', message: { ...message, failures: 0, due: 0 }, isOff: false });
    });

    test('a state from elsewhere takes the place of its own, and whoever sent before must claim the hook again', async () => {
      await using opened = await open();
      const { states } = opened;
      const own = { cursor: 'c1', message: undefined, isOff: false };
      await states.claim('shop', { sender: 'a', now: 0, until: 10 });
      const other = { cursor: 'c0', message, isOff: true };
      for (const id of ['shop', 'new']) await states.take(id, other);
      assert.equal(await states.put('shop', 'a', own), false);
      assert.deepEqual(Object.fromEntries(await states.list()), { new: other, shop: other });
      assert.deepEqual(await states.claim('shop', { sender: 'b', now: 1, until: 10 }), other);
      await states.take('shop', own);
      assert.deepEqual(await states.claim('shop', { sender: 'b', now: 1, until: 10 }), own);
    });
  });
}
