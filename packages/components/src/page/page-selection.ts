import { html, type TemplateResult } from 'lit';
import type { Updatable } from '../catalogue/later-part.ts';
import type { Say } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';

/** The selected assets of the list. At first, none are. */
export class PageSelection {
  ids: readonly number[] = [];
  /** True from `toggle` until the end: each tap selects, the first one too. */
  isStarted = false;
  readonly #host: Updatable;

  /** Each change updates `host`. */
  constructor(host: Updatable) {
    this.#host = host;
  }

  /** True if each tap selects, because of `toggle` or because something is selected. */
  get isOn(): boolean {
    return this.isStarted || this.ids.length > 0;
  }

  /** Follows the list. */
  become(ids: readonly number[]): void {
    this.#set(this.isStarted, ids);
  }

  /** Starts, so that each tap selects, or ends. */
  readonly toggle = (): void => this.#set(!this.isOn, []);

  /** Selects nothing, so that taps open assets again. */
  readonly end = (): void => this.#set(false, []);

  /** Ends with Escape in the list, or on the button that has started. */
  readonly keyPressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.isStarted) return;
    // Elsewhere, Escape closes what is open.
    const isMeant = (each: EventTarget) =>
      each instanceof Element && each.matches('abs-grid, [slot=tools], [slot=selection]');
    if (event.composedPath().some(isMeant)) this.end();
  };

  #set(isStarted: boolean, ids: readonly number[]): void {
    this.isStarted = isStarted;
    this.ids = ids;
    this.#host.requestUpdate();
  }
}

/**
 * Draws a button for the toolbar that makes each tap select, because nothing else shows people without a mouse how to begin. It is
 * pressed as long as something is selected, too, because taps select then.
 */
export function selectButton(say: Say, { isOn, toggle }: PageSelection): TemplateResult {
  const text = say('page.select');
  return html`<button slot="tools" type="button" title=${text} aria-pressed=${isOn} @click=${toggle}>
    ${icon('check')}<span>${text}</span>
  </button>`;
}
