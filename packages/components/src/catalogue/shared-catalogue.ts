import type { Catalogue } from './catalogue.ts';

/** Called with each new catalogue, and with a function that ends the subscription. */
type Receive = (catalogue: Catalogue | undefined, leave: () => void) => void;

/**
 * Identifies the catalogue among what the elements of a page ask each other for. Copies of these scripts on one page
 * share it. Change its number with each change of `Catalogue` that elements of an older copy could not use: they then
 * find no catalogue.
 */
const CONTEXT = Symbol.for('abs-catalogue 1');

/** Asks the nearest `abs-catalogue` for its catalogue, as the Context Protocol of the Web Components Community Group says. */
export class CatalogueRequest extends Event {
  readonly context = CONTEXT;
  readonly subscribe = true;
  readonly callback: Receive;

  constructor(callback: Receive) {
    super('context-request', { bubbles: true, composed: true });
    this.callback = callback;
  }
}

/** The catalogue that an element gives to those inside it. */
export class SharedCatalogue {
  #value: Catalogue | undefined;
  readonly #subscriptions = new Map<Receive, () => void>();

  constructor(host: EventTarget) {
    host.addEventListener('context-request', (event) => {
      const { context, callback } = event as CatalogueRequest;
      if (context !== CONTEXT) return;
      event.stopPropagation();
      const leave = () => void this.#subscriptions.delete(callback);
      this.#subscriptions.set(callback, leave);
      callback(this.#value, leave);
    });
  }

  get value(): Catalogue | undefined {
    return this.#value;
  }

  set value(catalogue) {
    // Without a catalogue before and after, nobody has lost one.
    if (catalogue === this.#value) return;
    this.#value = catalogue;
    for (const [receive, leave] of this.#subscriptions) receive(catalogue, leave);
  }
}
