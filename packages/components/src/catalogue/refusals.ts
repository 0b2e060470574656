import { isServiceError } from '@asset-browsing-service/client';
import { type Say, waitText } from '../texts/texts.ts';
import { webAddress } from './web-address.ts';

/** Says why something that a person asked for was not done. Nothing tries it again but the person. */
export function refusalText(error: unknown, { say, locale }: { readonly say: Say; readonly locale: string }): string {
  if (!isServiceError(error)) return error instanceof Error ? error.message : String(error);
  const { status, retryAfter = 1 } = error;
  if (status === 429) return say('refused.too-many', { time: waitText(retryAfter, locale) });
  if (status === 503) return say('refused.wait', { time: waitText(retryAfter, locale) });
  if (status === 0) return say('refused.unreachable');
  if (status === 401) return say('sign-in.refused');
  return say('catalogue.failed.text', { message: error.message });
}

/** Where a service sends people who may not do something directly; undefined if it says nothing usable. */
export function signInAddress(error: unknown): string | undefined {
  const { url } = (isServiceError(error) ? (error.data as { url?: unknown } | null) : null) ?? {};
  return typeof url === 'string' ? webAddress(url) : undefined;
}
