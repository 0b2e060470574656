import { isServiceError, ServiceError } from '@asset-browsing-service/client';
import type { TextKey } from '../texts/en.ts';
import type { Say } from '../texts/texts.ts';
import { isBusy } from './retry-when-busy.ts';

/** Why a catalogue cannot be shown, in the language of the person. */
export interface Failure {
  /**
   * `unauthorized` needs a token, and `forbidden` the token of somebody else; all other kinds can be tried again. `foreign` is an
   * answer of another program.
   */
  readonly kind: 'unauthorized' | 'forbidden' | 'busy' | 'unreachable' | 'foreign' | 'failed';
  readonly title: string;
  readonly text: string;
  /** Seconds after which another try makes sense; undefined if unknown. */
  readonly retryAfter: number | undefined;
}

/** Describes an error of a request. */
export function describeFailure(error: unknown, say: Say): Failure {
  if (!isServiceError(error)) return simple('failed', say('catalogue.failed.title'), say('refused.fault'));
  const { status, code, retryAfter } = error;
  if (status === 401) return unauthorized(say);
  if (isBusy(error)) {
    const text = say('catalogue.busy.text', { seconds: retryAfter ?? 1 });
    return { kind: 'busy', title: say('catalogue.busy.title'), text, retryAfter: retryAfter ?? 1 };
  }
  // 502 and 504 come from a proxy that cannot reach the service.
  if (status === 0 || status === 502 || status === 504)
    return simple('unreachable', say('catalogue.unreachable.title'), say('catalogue.unreachable.text'));
  if (code === 'not_an_envelope' || code === 'version_unsupported')
    return simple('foreign', say('catalogue.foreign.title'), say('catalogue.foreign.text'));
  if (status === 403) return forbidden(say);
  return simple('failed', say('catalogue.failed.title'), say(usualText(error), { code }));
}

/** What is said of a refusal by default: it names the code, so that the operator of the service can look it up. */
export function usualText({ code, status }: ServiceError): TextKey {
  if (status === 404) return 'details.gone.text';
  if (code === 'query_too_long') return 'refused.too-long';
  return status >= 500 ? 'refused.internal' : 'catalogue.failed.text';
}

/** The failure that asks for a token. */
export function unauthorized(say: Say): Failure {
  return simple('unauthorized', say('sign-in.title'), say('sign-in.text'));
}

/** The failure to load what the caller may not see. */
export function forbidden(say: Say): Failure {
  return simple('forbidden', say('catalogue.forbidden.title'), say('catalogue.forbidden.text'));
}

/** The error for an answer in the service's format with other data. */
export function notOurs(): ServiceError {
  return new ServiceError('not_an_envelope', 'other data', { status: 200 });
}

/** True if what was requested does not exist, or is hidden from this caller. */
export function isGone(error: unknown): boolean {
  return isServiceError(error) && error.status === 404;
}

function simple(kind: Failure['kind'], title: string, text: string): Failure {
  return { kind, title, text, retryAfter: undefined };
}
