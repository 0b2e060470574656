import { isServiceError } from '@asset-browsing-service/client';
import type { Say } from '../texts/texts.ts';

/** Writes a time to wait as people read it: `40 seconds`, `2 minutes`. */
export function waitText(seconds: number, locale: string): string {
  const [value, unit] = seconds <= 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Number(value));
}

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

/** Returns an address that is safe to link to; undefined for `javascript:` and the like. */
export function webAddress(address: string): string | undefined {
  const base = globalThis.document?.baseURI;
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
