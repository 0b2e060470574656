import { LitElement } from 'lit';
import controls from '../theme/controls.css';
import tokens from '../theme/tokens.css';
import type { Catalogue } from './catalogue.ts';
import type { EventDetails } from './event-details.ts';
import { CatalogueRequest } from './shared-catalogue.ts';

/**
 * Base of the elements inside an `abs-catalogue`. `catalogue` is undefined until the service has answered, and elements render
 * nothing until then. A new catalogue updates them.
 */
export class CatalogueElement extends LitElement {
  static override styles = [tokens, controls];

  #catalogue: Catalogue | undefined;
  /** Ends the subscription to the catalogue; undefined while no `abs-catalogue` has answered. */
  #leave: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#ask();
    void customElements.whenDefined('abs-catalogue').then(() => {
      if (this.#leave || !this.isConnected) return;
      // An `abs-catalogue` that is defined after its content has missed the request.
      this.#ask();
      if (!this.#leave) console.warn(`${this.localName} has no abs-catalogue of its version around it.`);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leave?.();
    this.#leave = undefined;
  }

  protected get catalogue(): Catalogue | undefined {
    return this.#catalogue;
  }

  #ask(): void {
    this.dispatchEvent(new CatalogueRequest(this.#receive));
  }

  readonly #receive = (catalogue: Catalogue | undefined, leave?: () => void): void => {
    if (this.#leave !== leave) this.#leave?.();
    this.#leave = leave;
    this.#catalogue = catalogue;
    // First, so that whoever awaits the update in `catalogueChanged` awaits the one that shows the catalogue.
    this.requestUpdate();
    this.catalogueChanged(catalogue);
  };

  /** Called with each new catalogue, before the update that shows it. Elements start to load their data here. */
  protected catalogueChanged(_catalogue: Catalogue | undefined): void {}

  /** Fires an event that also leaves shadow roots. False if a listener prevented the default. */
  protected tell<Name extends keyof EventDetails>(
    name: Name,
    ...[detail]: EventDetails[Name] extends null ? [] : [EventDetails[Name]]
  ): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
  }
}
