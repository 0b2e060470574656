/** Addresses that a reply holds, signed for whoever loads them. */
import type { SignedAs } from '../auth/signed-address.ts';
import type { Context } from './operation.ts';

/**
 * Signs an address relative to the base address of the request, such as `asset.do?thumb=1`. Undefined if the service has
 * no key.
 */
export function signedBelow(
  address: string,
  as: SignedAs,
  { caller, services }: Pick<Context, 'caller' | 'services'>,
): string | undefined {
  const path = caller.endpoint === '' ? '/' : `/${caller.endpoint}/`;
  return services.sign?.(path + address, as).slice(path.length);
}
