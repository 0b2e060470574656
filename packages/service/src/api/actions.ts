/** Actions that write or are worth recording: limits, the audit log, and texts that users enter. */
import { ApiError, invalidParameter } from '../../../core/src/domain/errors.ts';
import type { AuditEntry } from '../auth/audit-log.ts';
import { networkOf } from '../coordination/network-of.ts';
import type { Rate } from '../coordination/rate-limiter.ts';
import type { Caller, Context, Services } from './operation.ts';
import type { HeadReply } from './replies.ts';

/** Returns a rate of `count` per minute, replenished evenly. */
function perMinute(count: number): Rate {
  return { count, seconds: 60 };
}

/** Actions that are limited by the caller's address, each with a count of its own. */
type LimitedAction = 'pin' | 'pin-guess' | 'pin-opened' | 'review';

/**
 * Returns the key by which an action of a caller is limited. All base addresses share the count, because otherwise each
 * of them would add to what an address may do. `subject` counts apart, such as each PIN.
 */
export function limitKey(what: LimitedAction, { address }: Pick<Caller, 'address'>, subject = ''): string {
  return `${what} ${networkOf(address)} ${subject}`;
}

/**
 * Throws if a request must not write: a browser's prefetch, or an address that exceeds its rate limit. HEAD requests
 * count like GET, because they cost the same checks.
 */
export async function admitAction(
  what: 'pin' | 'review',
  selector: string,
  { caller, services, settings }: Pick<Context, 'caller' | 'services' | 'settings'>,
): Promise<void> {
  if (caller.isPrefetch)
    throw new ApiError('prefetch_refused', `${selector}: this request writes, so it is not answered ahead of time`);
  const wait = await services.rateLimiter.take(limitKey(what, caller), perMinute(settings[what].perMinute));
  if (wait === 0) return;
  throw new ApiError('limited', `${selector}: too many requests from this address; try again in ${wait} s`, {
    retryAfterSeconds: wait,
  });
}

/** Records an action in the audit log. `user` is undefined if the user is unknown. */
export function recordAction(
  event: 'pin_created' | 'pin_opened' | 'pin_revoked' | 'review_posted',
  user: number | undefined,
  { caller, services }: { readonly caller: Caller; readonly services: Pick<Services, 'audit'> },
  details: NonNullable<AuditEntry['details']>,
): void {
  const { address, endpoint } = caller;
  services.audit.record({ event, address, user, endpoint, details });
}

/** The response to a HEAD request, which checks but writes nothing and has no body. */
export const HEAD_REPLY: HeadReply = { data: null, maxAgeSeconds: 0 };

/** Rule for a text that users enter. */
export interface TextRule {
  /** Maximum number of characters (Unicode code points). */
  readonly most: number;
  readonly isMultiline: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS_BUT_BREAKS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;

/**
 * Validates a text and returns it unchanged; undefined if it is blank. Keeps every character of every script, including
 * direction marks. Throws if it is too long or has control characters.
 */
export function plainText(name: string, text: string | undefined, { most, isMultiline }: TextRule): string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const count = [...text].length;
  if (count > most) throw invalidParameter(`${name}: has ${count} characters; at most ${most} are allowed`);
  const control = (isMultiline ? CONTROLS_BUT_BREAKS : CONTROLS).exec(text)?.[0];
  if (control !== undefined) {
    const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    const accepted = isMultiline ? 'plain text with line breaks and tabs' : 'plain text in one line';
    throw invalidParameter(`${name}: holds the control character U+${code}; ${accepted} is accepted`);
  }
  return text;
}
