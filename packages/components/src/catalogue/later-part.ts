import { ServiceError } from '@asset-browsing-service/client';
import type { ReactiveControllerHost, TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';
import { notice } from '../theme/notice.ts';

/** An element that is drawn again. */
export type Updatable = Pick<ReactiveControllerHost, 'requestUpdate'>;

/** A part of an element whose scripts load when it is first needed. */
export class LaterPart {
  state: 'absent' | 'loading' | 'ready' | 'failed' = 'absent';
  readonly #host: Updatable;
  readonly #scripts: () => Promise<unknown>;
  #arrived = () => {};
  readonly #arrival = new Promise<void>((resolve) => {
    this.#arrived = resolve;
  });

  /** `scripts` imports the scripts. Each new state updates `host`. */
  constructor(host: Updatable, scripts: () => Promise<unknown>) {
    this.#host = host;
    this.#scripts = scripts;
  }

  /** Loads the scripts unless they are loaded or loading. Resolves when they have loaded, if need be after another try. */
  load(): Promise<void> {
    if (this.state === 'absent' || this.state === 'failed') void this.#try();
    return this.#arrival;
  }

  /** Loads them unless that was tried before. */
  loadOnce(): void {
    if (this.state === 'absent') void this.#try();
  }

  async #try(): Promise<void> {
    this.#become('loading');
    try {
      await this.#scripts();
    } catch {
      return this.#become('failed');
    }
    this.#become('ready');
    this.#arrived();
  }

  #become(state: LaterPart['state']): void {
    this.state = state;
    this.#host.requestUpdate();
  }
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

/**
 * Draws a message in place of a part that has not loaded: that it is loading, or that it failed, with a button that tries again, which
 * also calls `retry`.
 */
export function waitingFor(part: LaterPart, say: Say, retry = () => {}): TemplateResult {
  if (part.state !== 'failed') return notice({ title: say('grid.loading') });
  return notice({
    icon: icon('warning'),
    title: say('catalogue.unreachable.title'),
    text: say('catalogue.unreachable.text'),
    action: {
      label: say('catalogue.retry'),
      run: () => {
        void part.load();
        retry();
      },
    },
  });
}
