import { isServiceError, type ServiceError } from '@asset-browsing-service/client';
import type { TextKey } from '../texts/en.ts';
import { type Say, waitText } from '../texts/texts.ts';
import { webAddress } from './web-address.ts';

/**
 * What people read in place of the message of an error, which is English: by its code. Codes that are missing here tell of
 * requests that no element sends, or have a status that says enough.
 */
const TEXTS: Readonly<Partial<Record<ServiceError['code'], TextKey>>> = {
  not_permitted: 'refused.forbidden',
  reviews_full: 'refused.reviews-full',
  asset_not_found: 'details.gone.text',
  node_not_found: 'details.gone.text',
  version_not_found: 'details.gone.text',
  page_not_found: 'details.gone.text',
  format_not_found: 'details.gone.text',
  review_not_found: 'details.gone.text',
  file_not_found: 'refused.no-file',
  query_too_long: 'refused.too-long',
  not_configured: 'refused.not-offered',
  internal: 'refused.internal',
  outcome_unknown: 'refused.unknown',
  request_timeout: 'refused.later',
  timed_out: 'refused.later',
  connection_failed: 'refused.unreachable',
  download_incomplete: 'refused.unreachable',
  download_changed: 'refused.changed',
  precondition_failed: 'refused.changed',
  range_not_satisfiable: 'refused.changed',
  not_an_envelope: 'catalogue.foreign.text',
  not_a_file: 'catalogue.foreign.text',
  version_unsupported: 'catalogue.foreign.text',
  address_invalid: 'refused.address',
};

/** Says why a request failed. A code without a text of its own is named, because whoever runs the service can look it up. */
export function refusalMessage({ code }: ServiceError, say: Say): string {
  return say(TEXTS[code] ?? 'catalogue.failed.text', { code });
}

/** Says why something that a person asked for was not done. Nothing tries it again but the person. */
export function refusalText(error: unknown, { say, locale }: { readonly say: Say; readonly locale: string }): string {
  if (!isServiceError(error)) return say('refused.fault');
  const { status, retryAfter = 1 } = error;
  if (status === 429) return say('refused.too-many', { time: waitText(retryAfter, locale) });
  if (status === 503 && error.code !== 'outcome_unknown')
    return say('refused.wait', { time: waitText(retryAfter, locale) });
  if (status === 401) return say('sign-in.refused');
  return refusalMessage(error, say);
}

/** Where a service sends people who may not do something directly; undefined if it says nothing usable. */
export function signInAddress(error: unknown): string | undefined {
  const { url } = (isServiceError(error) ? (error.data as { url?: unknown } | null) : null) ?? {};
  return typeof url === 'string' ? webAddress(url) : undefined;
}
