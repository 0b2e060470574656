import type { Client } from '@asset-browsing-service/client';
import { nothing, type TemplateResult } from 'lit';
import type { Updatable } from '../catalogue/later-part.ts';
import type { Say } from '../texts/texts.ts';
import type { NewItems, PresentPlace } from './new-items.ts';

/** What is new, whose script loads after the list, as nothing is new before. */
export class LaterNewItems {
  readonly #host: Updatable;
  #items: NewItems | undefined;
  /** The one that is asked once the script is there. */
  #wanted: Client | undefined;
  #present: PresentPlace | undefined;

  constructor(host: Updatable) {
    this.#host = host;
  }

  /** Asks for the present place in the changes. To be called before the list is asked for, so that nothing between them is missed. */
  begin({ node }: Client): void {
    this.#present = node.changes({ changes: 'now' });
    // Whoever reads it handles the failure.
    this.#present.catch(() => {});
  }

  async watch(client: Client): Promise<void> {
    this.#wanted = client;
    // Without its script, the page works as well.
    const { NewItems } = await import('./new-items.ts').catch(() => ({ NewItems: undefined }));
    if (!NewItems || client !== this.#wanted) return;
    this.#items ??= new NewItems(this.#host);
    this.#items.start(client, this.#present);
  }

  stop(): void {
    this.#wanted = undefined;
    this.#items?.stop();
  }

  notice(say: Say, show: () => void): TemplateResult | typeof nothing {
    return this.#items?.notice(say, show) ?? nothing;
  }
}
