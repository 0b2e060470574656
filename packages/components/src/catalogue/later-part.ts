import { ServiceError } from '@asset-browsing-service/client';
import type { TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';
import { notice } from '../theme/notice.ts';

/** A part of an element whose scripts load when it is first needed. */
export interface LaterPart {
  readonly state: 'absent' | 'loading' | 'ready' | 'failed';
  /** Loads the scripts unless they are loaded or loading. Resolves when they have loaded, if need be after another try. */
  load(): Promise<void>;
}

/** Opens a part whose scripts `scripts` imports. `changed` is called with each new state. */
export function openLaterPart(scripts: () => Promise<unknown>, changed: () => void): LaterPart {
  let state: LaterPart['state'] = 'absent';
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });

  function become(next: LaterPart['state']): void {
    state = next;
    changed();
  }

  async function tryOnce(): Promise<void> {
    become('loading');
    try {
      await scripts();
    } catch {
      return become('failed');
    }
    become('ready');
    arrived();
  }

  return {
    get state() {
      return state;
    },
    load: () => {
      if (state === 'absent' || state === 'failed') void tryOnce();
      return arrival;
    },
  };
}

/**
 * Resolves with an imported module. If the script does not arrive, rejects with the error of a failed connection, which people can
 * try again. Reloading the page would lose what they have entered.
 */
export async function imported<T>(module: Promise<T>): Promise<T> {
  return await module.catch((cause: unknown) => {
    throw new ServiceError('connection_failed', 'A script did not arrive', { cause });
  });
}

/** Draws a message in place of a part that has not loaded: that it is loading, or that it failed, with a button that tries again. */
export function waitingFor(part: LaterPart, say: Say): TemplateResult {
  if (part.state !== 'failed') return notice({ title: say('grid.loading') });
  return notice({
    icon: icon('warning'),
    title: say('catalogue.unreachable.title'),
    text: say('catalogue.unreachable.text'),
    action: { label: say('catalogue.retry'), run: () => void part.load() },
  });
}
