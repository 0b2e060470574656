import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { until } from '../../../core/test/support/until.ts';
import { type DeliveryOptions, type HookFeed, openDelivery } from '../../src/webhooks/deliver.ts';
import { pauseAfter, readRetryAfter } from '../../src/webhooks/retries.ts';
import { sendMessage } from '../../src/webhooks/send.ts';
import { NOT_BEGUN, type WebhookState, type WebhookStates } from '../../src/webhooks/store/webhook-state.ts';
import { startLocalServer } from '../support/local-server.ts';

const SECRET = randomBytes(32).toString('base64');

/** A receiver that answers with `answer`, and keeps what it got. */
async function openReceiver(answer: (response: ServerResponse, place: number) => void = (to) => to.end()) {
  const got: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const server = await startLocalServer(async (request, response) => {
    got.push({ headers: request.headers, body: String(await buffer(request)) });
    answer(response, got.length);
  });
  return { ...server, url: `${server.url}hook`, got };
}

/** States in memory, as a catalogue keeps them. */
function newStates() {
  const states = new Map<string, WebhookState>();
  let holder = '';
  const all: WebhookStates = {
    claim: async (id, { sender }) => {
      holder = sender;
      return states.getOrInsert(id, NOT_BEGUN);
    },
    put: async (id, sender, state) => {
      if (sender !== holder) return false;
      states.set(id, state);
      return true;
    },
    list: async () => states,
    retry: async () => false,
    take: async () => {},
  };
  return { states, all };
}

/** A feed whose cursor is the number of changes that were read. */
function feedOf(changes: readonly { readonly type: string }[], expiresAt?: number): HookFeed {
  return {
    now: async () => '0',
    since: async (cursor, { limit }) => {
      const from = Number(cursor);
      if (from === expiresAt) return { kind: 'expired', cursor: String(from + 1) };
      const page = changes.slice(from, from + limit);
      const end = from + page.length;
      return { kind: 'changes', changes: page, cursor: String(end), more: end < changes.length };
    },
  };
}

function deliver(url: string, options: Partial<DeliveryOptions> & Pick<DeliveryOptions, 'feed'>) {
  const troubles: string[] = [];
  let clock = 0;
  const hook = { id: 'shop', url, secrets: [SECRET], user: null, types: ['asset', 'node'], allowPrivate: true };
  const delivery = openDelivery({
    hooks: [hook],
    states: newStates().all,
    send: sendMessage,
    pace: { look: 1, claim: 3 },
    // Time passes quickly enough for all tries.
    now: () => {
      clock += 3_600_000;
      return clock;
    },
    random: () => 0.5,
    report: ({ reason, isOff }) => troubles.push(`${reason}${isOff ? ', off' : ''}`),
    ...options,
  });
  return { troubles, [Symbol.asyncDispose]: () => delivery[Symbol.asyncDispose]() };
}

/** The changes of messages by their ID, in the order in which each came first. */
const changesIn = (bodies: ReadonlyMap<unknown, string>) =>
  [...bodies.values()].flatMap((body) => JSON.parse(body).data.changes);

const assets = (count: number) => Array.from({ length: count }, (_, id) => ({ type: 'asset', id }));

describe('webhooks', () => {
  test('tell all changes in order, a hundred at a time, signed by the standard', async () => {
    await using receiver = await openReceiver();
    const changes = [...assets(250), { type: 'model', id: null }, { type: 'node', id: 9 }];
    await using _ = deliver(receiver.url, { feed: feedOf(changes), now: Date.now });
    await until(() => receiver.got.length === 3);
    const told = receiver.got.map(({ headers, body }) => {
      const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      return new Webhook(`whsec_${SECRET}`).verify(body, own) as {
        type: string;
        timestamp: string;
        data: { changes: object[] };
      };
    });
    assert.deepEqual(
      told.map(({ type, data }) => [type, data.changes.length]),
      [100, 100, 51].map((count) => ['catalogue.changed', count]),
    );
    assert.deepEqual(
      told.flatMap(({ data }) => data.changes),
      changes.filter(({ type }) => type !== 'model'),
    );
    assert.match(told[0]?.timestamp ?? '', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.equal(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size, 3);
  });

  test('repeat a message with its ID and content until it is accepted, each time newly signed, and only then go on', async () => {
    await using receiver = await openReceiver((response, place) => {
      if (place === 4) {
        response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
        return;
      }
      response.statusCode = [500, 429, 302][place - 1] ?? 204;
      if (response.statusCode === 302) response.setHeader('location', '/other');
      response.end('x'.repeat(place === 1 ? 10_000_000 : 1));
    });
    await using delivery = deliver(receiver.url, { feed: feedOf(assets(101)) });
    await until(() => receiver.got.length === 6);
    const [first, ...others] = receiver.got;
    const { 'webhook-id': id, 'webhook-signature': signature } = first?.headers ?? {};
    for (const { headers, body } of others.slice(0, 4)) {
      assert.deepEqual([headers['webhook-id'], body], [id, first?.body]);
      assert.notEqual(headers['webhook-signature'], signature);
    }
    assert.notEqual(others[4]?.headers['webhook-id'], id);
    assert.deepEqual(delivery.troubles, ['it answered 500', 'it answered 429', 'it answered 302', 'it answered 101']);
  });

  test('end after the last try, and at once where the receiver is gone', async () => {
    for (const [status, tries] of [
      [500, 10],
      [410, 1],
    ] as const) {
      await using receiver = await openReceiver((response) => {
        response.statusCode = status;
        response.end();
      });
      await using delivery = deliver(receiver.url, {
        feed: feedOf(assets(1)),
        now: (
          (clock) => () =>
            (clock += 30 * 3_600_000)
        )(0),
      });
      await until(() => delivery.troubles.some((each) => each.endsWith(', off')));
      assert.equal(receiver.got.length, tries);
    }
  });

  test('say in its place where changes are no longer known, and go on from there', async () => {
    await using receiver = await openReceiver();
    await using _ = deliver(receiver.url, { feed: feedOf(assets(150), 100) });
    await until(() => receiver.got.length === 3);
    const told = receiver.got.map(({ body }) => JSON.parse(body));
    assert.deepEqual(
      told.map(({ type }) => type),
      ['catalogue.changed', 'catalogue.expired', 'catalogue.changed'],
    );
    assert.deepEqual(told[1].data, { cursor: '101' });
    assert.equal(told[2].data.changes.length, 49);
  });

  test('go on where the last sender was stopped, without a gap', async () => {
    await using receiver = await openReceiver();
    const { all, states } = newStates();
    let crashes = 0;
    const crashing: WebhookStates = {
      ...all,
      put: async (...args) => {
        crashes += 1;
        if (crashes % 3 === 0) throw new Error('killed');
        return await all.put(...args);
      },
    };
    await using _ = deliver(receiver.url, { feed: feedOf(assets(1000)), states: crashing });
    await until(() => states.get('shop')?.cursor === '1000' && states.get('shop')?.message === undefined);
    const seen = new Map(receiver.got.map(({ headers, body }) => [headers['webhook-id'], body]));
    assert.ok(receiver.got.length > seen.size, 'some were repeated');
    assert.deepEqual(changesIn(seen), assets(1000));
  });

  test('are not sent again because the feed fails after them, and pass over what they are not told of by pages', async () => {
    await using receiver = await openReceiver();
    const { all } = newStates();
    const kept: (string | undefined)[] = [];
    const states: WebhookStates = {
      ...all,
      put: async (id, sender, state) => {
        if (!state.message) kept.push(state.cursor);
        return await all.put(id, sender, state);
      },
    };
    const others = Array.from({ length: 300 }, () => ({ type: 'model', id: null }));
    const feed = feedOf([...assets(100), ...others, ...assets(1)]);
    let failures = 0;
    const failing: HookFeed = {
      ...feed,
      since: async (cursor, options) => {
        if (cursor === '100' && failures++ < 2) throw new Error('the database is away');
        return await feed.since(cursor, options);
      },
    };
    await using delivery = deliver(receiver.url, { feed: failing, states });
    await until(() => kept.at(-1) === '401');
    assert.deepEqual(
      receiver.got.map(({ body }) => JSON.parse(body).data.cursor),
      ['100', '401'],
    );
    assert.deepEqual(kept, ['0', '100', '200', '300', '400', '401']);
    assert.equal(delivery.troubles.length, 2);
  });

  test('tell everything in order though two nodes believe that they send', async () => {
    await using receiver = await openReceiver();
    const { all, states } = newStates();
    const shared = { feed: feedOf(assets(300)), states: all };
    await using _one = deliver(receiver.url, shared);
    await using _other = deliver(receiver.url, shared);
    await until(() => states.get('shop')?.cursor === '300' && states.get('shop')?.message === undefined);
    const seen = new Map(receiver.got.map(({ headers, body }) => [headers['webhook-id'], body]));
    assert.deepEqual(changesIn(seen), assets(300));
  });

  test('leave to another node what it has gone on to while this one stood still, though its claim is over', async () => {
    const { all } = newStates();
    const theirs = { id: 'theirs', body: '{}', cursor: '200', failures: 0, due: 0 };
    const sent: string[] = [];
    let claims = 0;
    const states: WebhookStates = {
      ...all,
      claim: async (...args) => {
        claims += 1;
        return await all.claim(...args);
      },
    };
    const send: typeof sendMessage = async (_hook, { headers }) => {
      sent.push(headers['webhook-id'] ?? '');
      if (sent.length === 1) {
        await all.claim('shop', { sender: 'other', now: 0, until: 0 });
        await all.put('shop', 'other', { cursor: '100', message: theirs, isOff: false });
        const before = claims;
        await until(() => claims > before);
      }
      return { kind: 'accepted' };
    };
    await using _ = deliver('http://receiver.example/', { feed: feedOf(assets(250)), states, send });
    await until(() => sent.length === 3);
    assert.equal(sent[1], 'theirs');
  });

  test('keep what a receiver accepted though the claim could not be renewed meanwhile', async () => {
    const { states: kept, all } = newStates();
    const sent: string[] = [];
    let failed = 0;
    const states: WebhookStates = {
      ...all,
      claim: async (...args) => {
        if (sent.length !== 1 || failed > 1) return await all.claim(...args);
        failed += 1;
        throw new Error('the database is away');
      },
    };
    const send: typeof sendMessage = async (_hook, { headers }) => {
      sent.push(headers['webhook-id'] ?? '');
      if (sent.length === 1) await until(() => failed > 0);
      return { kind: 'accepted' };
    };
    await using delivery = deliver('http://receiver.example/', { feed: feedOf(assets(250)), states, send });
    await until(() => kept.get('shop')?.cursor === '250' && kept.get('shop')?.message === undefined);
    assert.deepEqual([sent.length, new Set(sent).size], [3, 3]);
    assert.match(delivery.troubles[0] ?? '', /the database is away/);
  });

  test('give up a receiver that does not answer within 20 seconds', async (t) => {
    const limit = new AbortController();
    const timeout = t.mock.method(AbortSignal, 'timeout', () => limit.signal);
    await using receiver = await openReceiver(() => limit.abort(new DOMException('', 'TimeoutError')));
    const { signal } = new AbortController();
    const outcome = await sendMessage({ url: receiver.url, allowPrivate: true }, { headers: {}, body: '{}' }, signal);
    assert.deepEqual(outcome, { kind: 'failed', reason: 'it took too long', retryAfter: undefined });
    assert.deepEqual(timeout.mock.calls[0]?.arguments, [20_000]);
  });

  test('do not reach addresses that are not public, by name or number, unless they may', async () => {
    const message = { headers: {}, body: '{}' };
    const { signal } = new AbortController();
    await using receiver = await openReceiver();
    const { port } = new URL(receiver.url);
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1']) {
      const url = `http://${host}:${port}/`;
      const outcome = await sendMessage({ url, allowPrivate: false }, message, signal);
      assert.equal(outcome.kind, 'failed', host);
    }
    assert.equal(receiver.got.length, 0);
    assert.equal((await sendMessage({ url: receiver.url, allowPrivate: true }, message, signal)).kind, 'accepted');
  });

  test('wait as long as the schedule says, or as the receiver asks, up to a day', () => {
    const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((failures) => {
      const pause = pauseAfter(failures, undefined, 0.5);
      return pause && pause / 60_000;
    });
    assert.deepEqual(minutes, [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440, undefined]);
    assert.deepEqual([pauseAfter(1, undefined, 0), pauseAfter(1, undefined, 1)], [4500, 5500]);
    assert.deepEqual([pauseAfter(1, 60_000, 0.5), pauseAfter(1, 1e12, 0.5)], [60_000, 86_400_000]);
    const now = Date.parse('2026-01-01T00:00:00Z');
    const asked = ['120', '99999999999', 'Thu, 01 Jan 2026 00:01:00 GMT', 'soon', undefined].map((each) =>
      readRetryAfter(each, now),
    );
    assert.deepEqual(asked, [120_000, 99_999_999_999_000, 60_000, undefined, undefined]);
  });
});
