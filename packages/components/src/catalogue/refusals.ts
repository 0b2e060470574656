import { isServiceError, type ServiceError } from '@asset-browsing-service/client';
import type { TextKey } from '../texts/en.ts';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts, type Say } from '../texts/texts.ts';
import { waitText } from '../texts/wait-text.ts';
import { usualText } from './failures.ts';

/**
 * Texts by the code of an error, because its message is in English. Missing codes have the usual text, belong to requests that no
 * element sends, or to a status that is described instead.
 */
const TEXTS: Readonly<Partial<Record<ServiceError['code'], TextKey>>> = {
  not_permitted: 'refused.forbidden',
  asset_not_valid: 'refused.not-valid',
  reviews_full: 'refused.reviews-full',
  file_not_found: 'refused.no-file',
  not_configured: 'refused.not-offered',
  outcome_unknown: 'refused.unknown',
  request_timeout: 'refused.later',
  timed_out: 'refused.later',
  connection_failed: 'refused.unreachable',
  download_incomplete: 'refused.unreachable',
  download_changed: 'refused.changed',
  precondition_failed: 'refused.changed',
  range_not_satisfiable: 'refused.changed',
  // The service has answered at this address before, so this answer comes from a proxy in front of it.
  not_an_envelope: 'refused.later',
  not_a_file: 'refused.later',
  address_invalid: 'refused.address',
};

/** The language of a text. */
interface Words {
  readonly say: Say;
  readonly locale: string;
}

/** Says why an action of the person failed. Only the person can try it again. */
export function refusalText(error: unknown, { say, locale }: Words): string {
  if (!isServiceError(error)) return say('refused.fault');
  const { status, code, retryAfter = 1 } = error;
  if (status === 429) return say('refused.too-many', { time: waitText(retryAfter, locale) });
  if (status === 503 && code !== 'outcome_unknown') return say('refused.wait', { time: waitText(retryAfter, locale) });
  if (status === 401) return say('sign-in.refused');
  return say(TEXTS[code] ?? usualText(error), { code });
}

addTexts(EN_LATER);
