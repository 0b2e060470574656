import type { Client } from '@asset-browsing-service/client';
import { nothing, type TemplateResult } from 'lit';
import type { Updatable } from '../catalogue/later-part.ts';
import type { Say } from '../texts/texts.ts';
import type { NewItems } from './new-items.ts';

/** What is new, whose script loads after the list, as nothing is new before. */
export class LaterNewItems {
  readonly #host: Updatable;
  #items: NewItems | undefined;
  /** The one that is asked once the script is there. */
  #wanted: Client | undefined;

  constructor(host: Updatable) {
    this.#host = host;
  }

  async watch(client: Client): Promise<void> {
    this.#wanted = client;
    // Without its script, the page works as well.
    const { NewItems } = await import('./new-items.ts').catch(() => ({ NewItems: undefined }));
    if (!NewItems || client !== this.#wanted) return;
    this.#items ??= new NewItems(this.#host);
    this.#items.start(client);
  }

  stop(): void {
    this.#wanted = undefined;
    this.#items?.stop();
  }

  notice(say: Say, show: () => void): TemplateResult | typeof nothing {
    return this.#items?.notice(say, show) ?? nothing;
  }
}
