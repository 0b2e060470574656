import { ContextConsumer } from '@lit/context';
import { LitElement } from 'lit';
import { controls } from '../theme/controls.ts';
import { tokens } from '../theme/tokens.ts';
import { type Catalogue, catalogueContext } from './catalogue.ts';
import type { EventDetails } from './event-details.ts';

/**
 * Base of the elements within an `abs-catalogue`. `catalogue` is undefined until the service has answered; an element
 * renders nothing before. An element updates whenever the catalogue changes.
 */
export class CatalogueElement extends LitElement {
  static override styles = [tokens, controls];

  readonly #consumer = new ContextConsumer(this, {
    context: catalogueContext,
    subscribe: true,
    callback: (catalogue) => this.catalogueChanged(catalogue),
  });

  protected get catalogue(): Catalogue | undefined {
    return this.#consumer.value;
  }

  /** Called with each new catalogue, before the update that shows it. Elements load what they show here. */
  protected catalogueChanged(_catalogue: Catalogue | undefined): void {}

  /** Tells listeners outside something, also those around a shadow root. False if one of them prevented the default. */
  protected tell<Name extends keyof EventDetails>(
    name: Name,
    ...[detail]: EventDetails[Name] extends null ? [] : [EventDetails[Name]]
  ): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
  }
}
