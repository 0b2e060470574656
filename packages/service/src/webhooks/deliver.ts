/**
 * Sends the changes of the catalogue to a receiver: at least once, in their order, from the cursor that the catalogue keeps. Of the
 * nodes of a cluster, one sends; when it stops renewing its claim, another goes on.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EpochMs } from '../../../core/src/domain/model.ts';
import type { Webhook } from '../config/webhooks.ts';
import { pauseAfter, readRetryAfter } from './retries.ts';
import type { Outcome, sendMessage } from './send.ts';
import { signedHeaders } from './signature.ts';
import type { Message, WebhookState, WebhookStates } from './store/webhook-state.ts';

/** Most changes in one message. */
const MAX_CHANGES = 100;

/** The changes that a user sees, as `node.do?changes` tells them. */
export interface HookFeed {
  /** The cursor of the present. */
  now(user: number | null): Promise<string>;
  /** Up to `limit` changes since a cursor; or the present cursor if that one has expired. */
  since(cursor: string, options: { readonly user: number | null; readonly limit: number }): Promise<HookPage>;
}

type HookPage =
  | {
      readonly kind: 'changes';
      readonly changes: readonly HookChange[];
      readonly cursor: string;
      readonly more: boolean;
    }
  | { readonly kind: 'expired'; readonly cursor: string };

interface HookChange {
  readonly type: string;
}

/** Pace of the sender, in milliseconds. */
export interface Pace {
  /** Interval between two looks at the catalogue. */
  readonly look: number;
  /** How long a claim lasts; it is renewed at a third of that. */
  readonly claim: number;
}

export const PACE: Pace = { look: 250, claim: 15_000 };

export interface DeliveryOptions {
  readonly hooks: readonly Webhook[];
  readonly states: WebhookStates;
  readonly feed: HookFeed;
  readonly send: typeof sendMessage;
  readonly pace: Pace;
  now(): EpochMs;
  random(): number;
  report(trouble: { readonly webhook: string; readonly reason: string; readonly isOff: boolean }): void;
}

/** Sends for all hooks until it is disposed of. */
export function openDelivery(options: DeliveryOptions): AsyncDisposable {
  const stopper = new AbortController();
  const { signal } = stopper;
  const sender = randomUUID();
  const followers = options.hooks.map((hook) => follow(hook, sender, options, signal));
  return {
    [Symbol.asyncDispose]: async () => {
      stopper.abort();
      await Promise.all(followers);
    },
  };
}

async function follow(hook: Webhook, sender: string, options: DeliveryOptions, signal: AbortSignal): Promise<void> {
  const { pace, report } = options;
  const follower = new Follower(hook, sender, options);
  while (!signal.aborted) {
    let wait = pace.look;
    try {
      wait = await follower.step(signal);
    } catch (error) {
      if (!signal.aborted) report({ webhook: hook.id, reason: String(error), isOff: false });
      follower.forget();
      // Longer, because each failure is reported.
      wait = pace.claim / 3;
    }
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => {});
  }
}

/** Follows the catalogue for one receiver. Between two renewals of its claim, it knows the state without reading it. */
class Follower {
  readonly #hook: Webhook;
  readonly #sender: string;
  readonly #options: DeliveryOptions;
  #state: WebhookState | undefined;
  #renewal = 0;

  constructor(hook: Webhook, sender: string, options: DeliveryOptions) {
    this.#hook = hook;
    this.#sender = sender;
    this.#options = options;
  }

  forget(): void {
    this.#state = undefined;
  }

  /** Sends what is due. Returns after how many milliseconds to look again. */
  async step(signal: AbortSignal): Promise<number> {
    const { feed, pace, now } = this.#options;
    if (!this.#state || now() >= this.#renewal) await this.#claim();
    const state = this.#state;
    // Another node sends, or an operator must act first.
    if (!state || state.isOff) return pace.claim / 3;
    if (state.cursor === undefined) {
      await this.#put({ cursor: await feed.now(this.#hook.user), message: undefined, isOff: false });
      return 0;
    }
    const { message } = state;
    if (!message) return (await this.#advance(state.cursor, signal)) ? 0 : pace.look;
    if (message.due > now()) return Math.min(pace.claim / 3, message.due - now());
    const outcome = await this.#send(message, signal);
    if (!outcome) this.forget();
    else if (outcome.kind === 'accepted') await this.#advance(message.cursor, signal);
    else await this.#failed(message, outcome);
    return 0;
  }

  async #claim(): Promise<void> {
    const { states, pace, now } = this.#options;
    const { id } = this.#hook;
    this.#state = await states.claim(id, { sender: this.#sender, now: now(), until: now() + pace.claim });
    this.#renewal = now() + pace.claim / 3;
    // Only an operator ends this: the state is read at each step, so that a retry is seen soon.
    if (this.#state?.isOff) this.#renewal = 0;
  }

  async #put(state: WebhookState): Promise<void> {
    const isKept = await this.#options.states.put(this.#hook.id, this.#sender, state);
    this.#state = isKept ? state : undefined;
  }

  /**
   * Goes on to a cursor, with the next message if there is one. One write keeps both. Returns true if something is new, or if it
   * stopped early, because the claim is due for renewal.
   */
  async #advance(cursor: string, signal: AbortSignal): Promise<boolean> {
    const isOver = () => signal.aborted || this.#options.now() >= this.#renewal;
    const next = await nextMessage(this.#hook, cursor, this.#options, isOver).catch(async (error: unknown) => {
      // Keeps that this message was accepted, though the next one can't be made.
      if (this.#state?.message) await this.#put({ cursor, message: undefined, isOff: false });
      throw error;
    });
    if (!next.message && next.cursor === this.#state?.cursor && !this.#state.message) return false;
    await this.#put({ cursor: next.cursor, message: next.message, isOff: false });
    return next.message !== undefined || next.more;
  }

  /**
   * Sends a message, and renews the claim meanwhile. Undefined if the stored message is no longer this one: while this process was
   * suspended, another node may have sent it, gone on and ended. To claim alone would succeed then, and old messages would be
   * sent again.
   */
  async #send({ id, body }: Message, signal: AbortSignal): Promise<Outcome | undefined> {
    const { states, send, pace, now, report } = this.#options;
    const { id: hook, secrets } = this.#hook;
    let isOurs = true;
    let renewed = Promise.resolve();
    const renew = async () => {
      const claim = { sender: this.#sender, now: now(), until: now() + pace.claim };
      try {
        const state = await states.claim(hook, claim);
        if (state?.message?.id !== id) isOurs = false;
      } catch (error) {
        // What was accepted counts: the next write shows whether another node has gone on meanwhile.
        report({ webhook: hook, reason: String(error), isOff: false });
      }
    };
    const timer = setInterval(() => {
      renewed = renewed.then(renew);
    }, pace.claim / 3);
    let outcome: Outcome;
    try {
      const headers = { ...signedHeaders({ id, body }, secrets, Math.floor(now() / 1000)) };
      outcome = await send(this.#hook, { headers, body }, signal);
    } finally {
      clearInterval(timer);
      await renewed;
    }
    return isOurs ? outcome : undefined;
  }

  async #failed(message: Message, outcome: Exclude<Outcome, { kind: 'accepted' }>): Promise<void> {
    const { now, random, report } = this.#options;
    const failures = message.failures + 1;
    const asked = outcome.kind === 'failed' ? readRetryAfter(outcome.retryAfter, now()) : undefined;
    const pause = outcome.kind === 'gone' ? undefined : pauseAfter(failures, asked, random());
    const isOff = pause === undefined;
    const again = { ...message, failures, due: isOff ? 0 : now() + pause };
    await this.#put({ cursor: this.#state?.cursor, message: again, isOff });
    const reason = outcome.kind === 'gone' ? 'it answered 410' : outcome.reason;
    report({ webhook: this.#hook.id, reason, isOff });
  }
}

/** Makes the next message from a cursor on; none if nothing that the hook is told of has changed up to the cursor returned. */
async function nextMessage(
  { user, types }: Webhook,
  cursor: string,
  { feed, now }: DeliveryOptions,
  isOver: () => boolean,
): Promise<{ readonly cursor: string; readonly message: Message | undefined; readonly more: boolean }> {
  for (let from = cursor; ; ) {
    const page = await feed.since(from, { user, limit: MAX_CHANGES });
    if (page.kind === 'expired')
      return {
        cursor: from,
        message: messageOf('catalogue.expired', { cursor: page.cursor }, page.cursor, now()),
        more: true,
      };
    const changes = page.changes.filter(({ type }) => types.includes(type));
    if (changes.length > 0) {
      const data = { changes, cursor: page.cursor };
      return { cursor: from, message: messageOf('catalogue.changed', data, page.cursor, now()), more: true };
    }
    if (!page.more || isOver()) return { cursor: page.cursor, message: undefined, more: page.more };
    from = page.cursor;
  }
}

function messageOf(type: string, data: object, cursor: string, now: EpochMs): Message {
  const body = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data });
  return { id: `msg_${randomBytes(18).toString('base64url')}`, body, cursor, failures: 0, due: 0 };
}
