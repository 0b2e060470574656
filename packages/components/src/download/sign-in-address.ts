import { isServiceError } from '@asset-browsing-service/client';
import { webAddress } from './web-address.ts';

/** The address to which the service sends people to sign in; undefined if the error has none that is safe to link to. */
export function signInAddress(error: unknown): string | undefined {
  const { url } = (isServiceError(error) ? (error.data as { url?: unknown } | null) : null) ?? {};
  return typeof url === 'string' ? webAddress(url) : undefined;
}
