import type { Logger } from 'pino';
import type { Config } from '../config/settings.ts';
import { ChangeFeed, CursorExpired } from '../feed/change-feed.ts';
import type { FeedScope } from '../feed/visibility.ts';
import { openViewers } from '../http/context.ts';
import { openDelivery, PACE } from '../webhooks/deliver.ts';
import { sendMessage } from '../webhooks/send.ts';
import type { Storage } from './storage.ts';

/** Starts to tell the receivers of the settings what changes, each as its user sees it at the main base address. */
export function startWebhooks(
  config: Config,
  storage: Pick<Storage, 'catalogue' | 'writer'>,
  { log, now }: { readonly log: Logger; now(): number },
): AsyncDisposable {
  const feed = new ChangeFeed();
  const viewers = openViewers();

  async function scopeOf(user: number | null): Promise<FeedScope> {
    const snapshot = await storage.catalogue.snapshot();
    const { model } = snapshot;
    const { roots, changes, validity, serviceUser, timeZone } = config;
    const groups = (user === null ? undefined : model.users.get(user)?.groups) ?? [];
    return {
      snapshot,
      viewer:
        user === null ? viewers.of(model, serviceUser, config) : viewers.signedIn(model, { user, groups }, config),
      ...{ roots, timeZone, days: changes.days, now: now() },
      hidesInvalid: validity.view === 'hide',
      settings: [validity.download],
    };
  }

  return openDelivery({
    hooks: config.webhooks,
    states: storage.writer.webhooks,
    feed: {
      now: async (user) => await feed.now(await scopeOf(user)),
      since: async (cursor, { user, limit }) => {
        try {
          return { kind: 'changes', ...(await feed.since(cursor, { scope: await scopeOf(user), limit })) };
        } catch (error) {
          if (error instanceof CursorExpired) return { kind: 'expired', cursor: error.cursor };
          throw error;
        }
      },
    },
    send: sendMessage,
    pace: PACE,
    // Receivers check the time of a signature by their own clocks.
    now: Date.now,
    random: Math.random,
    report: (trouble) => log.warn(trouble, trouble.isOff ? 'a webhook is off' : 'a webhook was not accepted'),
  });
}
