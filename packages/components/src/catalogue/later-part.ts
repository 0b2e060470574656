import { ServiceError } from '@asset-browsing-service/client';
import type { TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';
import { notice } from '../theme/notice.ts';

/** A part of an element whose scripts are loaded when it is first needed. */
export interface LaterPart {
  readonly state: 'absent' | 'loading' | 'ready' | 'failed';
  /** Loads the scripts unless they are there. Resolves when they are, if need be after failures and another try. */
  load(): Promise<void>;
}

/** Opens a part that `scripts` imports. `changed` tells of each new state. */
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
 * Resolves with what is imported. A script that does not arrive rejects as a request does whose answer does not, because people
 * can do the same: try again. To load the page again would lose what they have filled in.
 */
export async function imported<T>(module: Promise<T>): Promise<T> {
  return await module.catch((cause: unknown) => {
    throw new ServiceError('connection_failed', 'A script did not arrive', { cause });
  });
}

/** Draws what stands in place of a part until it is there: that it is loaded, or that this failed and can be tried again. */
export function waitingFor(part: LaterPart, say: Say): TemplateResult {
  if (part.state !== 'failed') return notice({ title: say('grid.loading') });
  return notice({
    icon: icon('warning'),
    title: say('catalogue.unreachable.title'),
    text: say('catalogue.unreachable.text'),
    action: { label: say('catalogue.retry'), run: () => void part.load() },
  });
}
