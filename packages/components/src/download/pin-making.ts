import type { Client, Pin } from '@asset-browsing-service/client';
import type { PinRequest, PinState } from './pin-section.ts';

/** Makes PINs, one at a time. */
export interface PinMaking {
  readonly state: PinState;
  make(client: Client, request: PinRequest): Promise<void>;
  /** Forgets why the last PIN could not be made. */
  forgetFailure(): void;
  /** Forgets the last PIN. A request on its way still makes a PIN, but it is not reported. */
  reset(): void;
}

const NO_PIN: PinState = { pin: undefined, failure: undefined, isBusy: false };

/** `changed` is called at each step, `made` with each PIN. */
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
    make: async (client, { ids, title, formats }) => {
      // The last PIN stays until there is another one, so that nothing below it moves.
      const { pin: last } = state;
      const busy = { pin: last, failure: undefined, isBusy: true };
      enter(busy);
      try {
        const pin = await client.pin.create({
          create: ids,
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
    forgetFailure: () => {
      if (state.failure) enter({ ...state, failure: undefined });
    },
    reset: () => enter(NO_PIN),
  };
}
