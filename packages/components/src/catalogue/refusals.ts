import { isServiceError, type ServiceError } from '@asset-browsing-service/client';
import type { TextKey } from '../texts/en.ts';
import { type Say, waitText } from '../texts/texts.ts';
import { webAddress } from './web-address.ts';

/**
 * What people read in place of the service's own message, which is English: by the code of the error. The others tell of
 * requests that the elements don't send.
 */
const TEXTS: Readonly<Partial<Record<ServiceError['code'], TextKey>>> = {
  not_permitted: 'refused.forbidden',
  reviews_full: 'refused.reviews-full',
  asset_not_found: 'details.gone.text',
  node_not_found: 'details.gone.text',
  version_not_found: 'details.gone.text',
  format_not_found: 'details.gone.text',
  review_not_found: 'details.gone.text',
  file_not_found: 'refused.no-file',
  query_too_long: 'refused.too-long',
  not_configured: 'refused.not-offered',
  internal: 'refused.internal',
  download_changed: 'refused.changed',
};

/** Says why a request failed. */
export function messageOf({ code, message }: ServiceError, say: Say): string {
  const key = TEXTS[code];
  return key ? say(key) : say('catalogue.failed.text', { message });
}

/** Says why something that a person asked for was not done. Nothing tries it again but the person. */
export function refusalText(error: unknown, { say, locale }: { readonly say: Say; readonly locale: string }): string {
  if (!isServiceError(error)) return error instanceof Error ? error.message : String(error);
  const { code, status, retryAfter = 1 } = error;
  if (code === 'download_changed') return messageOf(error, say);
  if (status === 429) return say('refused.too-many', { time: waitText(retryAfter, locale) });
  if (status === 503) return say('refused.wait', { time: waitText(retryAfter, locale) });
  if (status === 0) return say('refused.unreachable');
  if (status === 401) return say('sign-in.refused');
  return messageOf(error, say);
}

/** Where a service sends people who may not do something directly; undefined if it says nothing usable. */
export function signInAddress(error: unknown): string | undefined {
  const { url } = (isServiceError(error) ? (error.data as { url?: unknown } | null) : null) ?? {};
  return typeof url === 'string' ? webAddress(url) : undefined;
}
