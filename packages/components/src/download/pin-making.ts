import type { Client, Pin } from '@asset-browsing-service/client';
import type { PinRequest, PinState } from './pin-section.ts';

/** The making of PINs for assets. */
export interface PinMaking {
  readonly state: PinState;
  /** Makes a PIN of these assets. */
  make(client: Client, ids: readonly number[], request: PinRequest): Promise<void>;
  /** Forgets the last PIN. One that is on its way is made, but not told. */
  reset(): void;
}

const NO_PIN: PinState = { pin: undefined, failure: undefined, isBusy: false };

/** Opens the making of PINs. `changed` is called at each step, `made` with each PIN. */
export function openPinMaking(changed: () => void, made: (pin: Pin) => void): PinMaking {
  let state = NO_PIN;

  function enter(next: PinState): void {
    state = next;
    changed();
  }

  return {
    get state() {
      return state;
    },
    make: async (client, create, { title, formats }) => {
      // The last one stays until there is another, so that what is below it does not jump.
      const { pin: last } = state;
      const busy = { pin: last, failure: undefined, isBusy: true };
      enter(busy);
      try {
        const pin = await client.pin.create({
          create,
          ...(title && { title }),
          ...(formats.length > 0 && { formats }),
        });
        if (state !== busy) return;
        enter({ ...NO_PIN, pin });
        made(pin);
      } catch (failure) {
        if (state === busy) enter({ pin: last, failure, isBusy: false });
      }
    },
    reset: () => enter(NO_PIN),
  };
}
