import type { Client, Pin } from '@asset-browsing-service/client';

/** How far the making of a link is. */
export interface LinkState {
  readonly pin: Pin | undefined;
  readonly failure: unknown;
  readonly isBusy: boolean;
}

export interface LinkRequest {
  readonly ids: readonly number[];
  readonly title: string;
  /** IDs of formats; empty for those that are configured in the service. */
  readonly formats: readonly number[];
  readonly days: number;
}

const NO_LINK: LinkState = { pin: undefined, failure: undefined, isBusy: false };

/** Makes links, one at a time. */
export class LinkMaking {
  readonly #changed: () => void;
  readonly #made: (pin: Pin) => void;
  #state = NO_LINK;

  /** `changed` is called at each step, `made` with each link. */
  constructor(changed: () => void, made: (pin: Pin) => void) {
    this.#changed = changed;
    this.#made = made;
  }

  get state(): LinkState {
    return this.#state;
  }

  async make(client: Client, { ids, title, formats, days }: LinkRequest): Promise<void> {
    // The last link stays until there is another one, so that nothing below it moves.
    const { pin: last } = this.#state;
    const busy = { pin: last, failure: undefined, isBusy: true };
    this.#enter(busy);
    try {
      const pin = await client.pin.create({
        create: ids,
        days,
        ...(title && { title }),
        ...(formats.length > 0 && { formats }),
      });
      if (this.#state !== busy) return;
      this.#enter({ ...NO_LINK, pin });
      this.#made(pin);
    } catch (failure) {
      if (this.#state === busy) this.#enter({ pin: last, failure, isBusy: false });
    }
  }

  /** Forgets why the last link could not be made. */
  forgetFailure(): void {
    if (this.#state.failure) this.#enter({ ...this.#state, failure: undefined });
  }

  /** Forgets the last link. A request on its way still makes one, but it is not reported. */
  reset(): void {
    this.#enter(NO_LINK);
  }

  #enter(next: LinkState): void {
    this.#state = next;
    this.#changed();
  }
}
