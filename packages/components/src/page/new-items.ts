import type { Client } from '@asset-browsing-service/client';
import { isServiceError } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Updatable } from '../catalogue/later-part.ts';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts, type Say } from '../texts/texts.ts';

/** Pause between two questions, in milliseconds. */
const PAUSE_MS = 30_000;

/** An answer to a client that asks for the present place in the changes. */
export type PresentPlace = ReturnType<Client['node']['changes']>;

/** Asks what has changed in the catalogue while the page is seen, and counts it until it is shown. */
export class NewItems {
  readonly #host: Updatable;
  readonly #created = new Set<number>();
  #client: Client | undefined;
  #cursor: string | undefined;
  /** The place in the changes from before the list; undefined once it was read. */
  #present: PresentPlace | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = new AbortController();
  /** The one of a question without an answer yet. */
  #asked: AbortController | undefined;
  #hasChanges = false;

  /** `host` is updated when there is news. */
  constructor(host: Updatable) {
    this.#host = host;
  }

  /** Begins at a place in the changes, by default the present one, and asks from time to time. */
  start(client: Client, present?: PresentPlace): void {
    if (client === this.#client) return;
    this.stop();
    this.#client = client;
    this.#present = present;
    document.addEventListener('visibilitychange', this.#seen);
    void this.#ask();
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.#seen);
    clearTimeout(this.#timer);
    this.#asking.abort();
    this.#asking = new AbortController();
    this.#client = undefined;
    this.#cursor = undefined;
    this.#created.clear();
    this.#hasChanges = false;
  }

  readonly #seen = (): void => {
    // Those who come back don't wait for what happened meanwhile.
    if (document.visibilityState === 'visible') void this.#ask();
  };

  async #ask(): Promise<void> {
    const client = this.#client;
    const asking = this.#asking;
    if (!client || document.visibilityState !== 'visible' || this.#asked === asking) return;
    clearTimeout(this.#timer);
    this.#asked = asking;
    const { signal } = asking;
    let isThere = true;
    try {
      for (let more = true; more; ) more = await this.#read(client, signal);
    } catch (error) {
      // A service that is away is asked again; one of an earlier version has no changes.
      isThere = !isServiceError(error) || error.status !== 400;
    }
    if (this.#asked === asking) this.#asked = undefined;
    if (isThere && !signal.aborted) this.#timer = setTimeout(() => void this.#ask(), PAUSE_MS);
  }

  /** Reads a page of changes. Returns true if there are more. */
  async #read(client: Client, signal: AbortSignal): Promise<boolean> {
    const asked = this.#present ?? client.node.changes({ changes: this.#cursor ?? 'now' }, { signal });
    this.#present = undefined;
    const page = await asked.catch((error: unknown) => {
      const present = isServiceError(error) && error.code === 'cursor_expired' ? error.data : undefined;
      // Anything may have changed.
      if (present) return { changes: [], more: false, hasAll: true, ...(present as { readonly cursor: string }) };
      throw error;
    });
    if (signal.aborted) return false;
    this.#cursor = page.cursor;
    for (const { type, id, action } of page.changes) {
      if (type !== 'asset' || id === null) continue;
      if (action === 'created') this.#created.add(id);
      else if (action === 'removed') this.#created.delete(id);
    }
    if (page.changes.length > 0 || 'hasAll' in page) {
      this.#hasChanges = true;
      this.#host.requestUpdate();
    }
    return page.more;
  }

  /** Draws above the list what is new, with a button that shows it. */
  notice(say: Say, show: () => void): TemplateResult | typeof nothing {
    if (!this.#hasChanges) return nothing;
    const count = this.#created.size;
    return html`<p class="strip">
      <span>${count > 0 ? say('page.new', { count }) : say('page.changed')}</span>
      <button type="button" @click=${show}>${say('page.show-new')}</button>
    </p>`;
  }
}

addTexts(EN_LATER);
