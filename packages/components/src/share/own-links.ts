import type { OwnPin } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { refusalText } from '../catalogue/refusals.ts';
import { formatDate } from '../texts/texts.ts';
import { copyLink } from '../theme/copy-link.ts';

/** Most links that are shown, the newest: as many as the service lists at once. */
const MAX_LINKS = 1000;

/** The links that the person has made, which the service knows of its users. */
export class OwnLinks {
  readonly #changed: () => void;
  #links: readonly OwnPin[] | undefined;
  #failure: unknown;
  #loading = new AbortController();
  readonly #revoking = new Set<string>();
  /** PIN of the link that the person is asked about before it is revoked. */
  #asked = '';

  /** `changed` is called when something has arrived or failed. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Loads the links, also if they are loaded already. */
  async load({ client }: Catalogue): Promise<void> {
    this.#loading.abort();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    try {
      const links = await client.pin.list({ list: true, paginate: MAX_LINKS }, { signal });
      if (signal.aborted) return;
      this.#links = links.items;
      this.#failure = undefined;
    } catch (failure) {
      if (signal.aborted) return;
      this.#failure = failure;
    }
    this.#changed();
  }

  reset(): void {
    this.#loading.abort();
    this.#asked = '';
    this.#links = this.#failure = undefined;
  }

  async #revoke(catalogue: Catalogue, { pin }: OwnPin): Promise<void> {
    if (this.#revoking.has(pin)) return;
    this.#revoking.add(pin);
    // A list that is on its way may still have the link.
    this.#loading.abort();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    try {
      await catalogue.client.pin.revoke({ revoke: pin });
      this.#links = this.#links?.filter((each) => each.pin !== pin);
      this.#failure = undefined;
    } catch (failure) {
      // After a reset, another catalogue or nobody is shown.
      if (!signal.aborted) this.#failure = failure;
    } finally {
      this.#revoking.delete(pin);
    }
    this.#changed();
  }

  #askAbout(pin: string): void {
    this.#asked = pin;
    this.#changed();
  }

  /** Draws the links folded away, which load when they are unfolded. */
  renderFolded(catalogue: Catalogue): TemplateResult {
    return html`<details class="own" @toggle=${({ target }: Event) => (target as HTMLDetailsElement).open && void this.load(catalogue)}>
      <summary>${catalogue.say('share.own')}</summary>
      ${this.render(catalogue)}
    </details>`;
  }

  render(catalogue: Catalogue): TemplateResult {
    const { say, locale, about } = catalogue;
    const row = (link: OwnPin) => html`<li>
      <p>
        <a id="pin-${link.pin}" href=${link.link} target="_blank" rel="noopener"><bdi>${link.title || `${say('share.untitled')} · ${link.pin}`}</bdi></a>
        <span class="faint">${say('assets.count', { count: link.assets })} · ${say('share.downloads', { count: link.downloads })} ·
          ${say('share.until', { date: formatDate(link.expires, locale, about.timeZone) })}</span>
      </p>
      ${this.#revokeButtons(catalogue, link)}
    </li>`;
    return html`${this.#failure ? html`<p class="error" role="alert">${refusalText(this.#failure, catalogue)}</p>` : nothing}
      ${this.#links?.length === 0 ? html`<p class="faint">${say('share.own.none')}</p>` : nothing}
      <ul class="links">${repeat(this.#links ?? [], ({ pin }) => pin, row)}</ul>`;
  }

  /** The button that is pressed first turns into one that keeps the link, so that a double click revokes nothing. */
  #revokeButtons(catalogue: Catalogue, link: OwnPin): TemplateResult {
    const { say } = catalogue;
    const isAsked = link.pin === this.#asked;
    const describedBy = `pin-${link.pin}`;
    return html`<div class="actions">
        ${isAsked ? nothing : copyLink(say, link.link, say('share.link'), say('details.link.copy'))}
        <button type="button" aria-describedby=${describedBy} @click=${() => this.#askAbout(isAsked ? '' : link.pin)}>
          ${say(isAsked ? 'share.keep' : 'share.revoke')}
        </button>
        ${isAsked ? html`<button type="button" class="primary" aria-describedby=${describedBy} @click=${() => void this.#revoke(catalogue, link)}>${say('share.revoke')}</button>` : nothing}
      </div>
      <p class="sure" role="status">${isAsked ? say('share.revoke.sure') : nothing}</p>`;
  }
}
