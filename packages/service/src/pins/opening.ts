/**
 * Opening a PIN. Everybody who has its link may download without signing in, so it expires: `pin.do/create.ts` notes a
 * time `pin.days` (30) ahead, and from then on `openPin` refuses the PIN with `pin_expired`. A year later the database
 * forgets it.
 */

import { ApiError } from '../../../core/src/domain/errors.ts';
import { limitKey } from '../api/actions.ts';
import type { Context } from '../api/operation.ts';
import { hasExpired, type Pin, readPinCode } from './store/pin.ts';

/** Returns the address of a PIN's page below a base address. */
export function pinLink(base: string, code: string): string {
  return `${base}pin/${code}`;
}

/**
 * Returns the PIN for a typed code if it opens at this address now. Unknown codes count towards a limit per address.
 * Rejects with `pin_not_found`, `pin_expired` or `limited`.
 */
export async function openPin(
  text: string,
  { caller, services, settings }: Pick<Context, 'caller' | 'services' | 'settings'>,
): Promise<Pin> {
  const unknown = new ApiError('pin_not_found', 'pin: there is no such PIN');
  if (settings.pin.parentNode === null) throw unknown;
  const rate = { count: settings.pin.guessesPerHour, seconds: 3600 };
  const key = limitKey('pin-guess', caller);
  // Counts the attempt before the lookup, so that parallel guesses count as well. Beyond the limit, even a correct code
  // is refused, so that guessing on reveals nothing.
  const begun = services.now();
  const wait = await services.rateLimiter.take(key, rate);
  if (wait > 0) {
    throw new ApiError('limited', `pin: too many unknown PINs from this address; try again in ${wait} s`, {
      retryAfterSeconds: wait,
    });
  }
  const refund = () => services.rateLimiter.refund(key, rate, Math.max(0, services.now() - begun) / 1000);
  const code = readPinCode(text);
  const pin =
    code &&
    (await services.pins.find(code).catch(async (error: unknown) => {
      // Nothing was guessed while the database was away.
      await refund();
      throw error;
    }));
  if (!pin || pin.endpoint !== caller.endpoint) throw unknown;
  await refund();
  if (hasExpired(pin, services.now())) throw new ApiError('pin_expired', 'pin: this PIN has expired');
  return pin;
}
