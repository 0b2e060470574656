import type { Client, Pin } from '@asset-browsing-service/client';
import type { PinRequest, PinState } from './pin-section.ts';

const NO_PIN: PinState = { pin: undefined, failure: undefined, isBusy: false };

/** Makes PINs, one at a time. */
export class PinMaking {
  readonly #changed: () => void;
  readonly #made: (pin: Pin) => void;
  #state = NO_PIN;

  /** `changed` is called at each step, `made` with each PIN. */
  constructor(changed: () => void, made: (pin: Pin) => void) {
    this.#changed = changed;
    this.#made = made;
  }

  get state(): PinState {
    return this.#state;
  }

  async make(client: Client, { ids, title, formats }: PinRequest): Promise<void> {
    // The last PIN stays until there is another one, so that nothing below it moves.
    const { pin: last } = this.#state;
    const busy = { pin: last, failure: undefined, isBusy: true };
    this.#enter(busy);
    try {
      const pin = await client.pin.create({
        create: ids,
        ...(title && { title }),
        ...(formats.length > 0 && { formats }),
      });
      if (this.#state !== busy) return;
      this.#enter({ ...NO_PIN, pin });
      this.#made(pin);
    } catch (failure) {
      if (this.#state === busy) this.#enter({ pin: last, failure, isBusy: false });
    }
  }

  /** Forgets why the last PIN could not be made. */
  forgetFailure(): void {
    if (this.#state.failure) this.#enter({ ...this.#state, failure: undefined });
  }

  /** Forgets the last PIN. A request on its way still makes a PIN, but it is not reported. */
  reset(): void {
    this.#enter(NO_PIN);
  }

  #enter(next: PinState): void {
    this.#state = next;
    this.#changed();
  }
}
