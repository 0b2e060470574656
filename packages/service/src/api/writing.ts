import type { Rate, Taker } from '../coordination/deed-limits-of-ports.ts';
import { ApiError } from '../domain/errors.ts';
import type { Context, DataReply } from './operation.ts';
import type { Shape } from './params.ts';

/** What may be written in a minute comes back evenly. */
export function perMinute(count: number): Rate {
  return { count, seconds: 60 };
}

/** The caller as limits know him. */
export function takerOf({ address, endpoint }: Taker): Taker {
  return { address, endpoint };
}

/** Refuses what must not write: a browser's guess of what might be opened next, and an address that writes too much. */
export async function admitWriting(
  what: 'pin' | 'review',
  selector: string,
  { caller, services, settings }: Pick<Context<Shape>, 'caller' | 'services' | 'settings'>,
): Promise<void> {
  if (caller.isPrefetch)
    throw new ApiError('prefetch_refused', `${selector}: this request writes, so it is not answered ahead of time`);
  if (caller.checksOnly) return;
  const wait = await services.deedLimits.take(what, takerOf(caller), perMinute(settings[what].perMinute));
  if (wait === 0) return;
  throw new ApiError('limited', `${selector}: too many requests from this address; try again in ${wait} s`, {
    retryAfterSeconds: wait,
  });
}

/** The answer to a request that only checks: nothing was written, and HEAD has no body. */
export const CHECKED: DataReply<never> = { data: null as never, maxAgeSeconds: 0 };

/** What people write in one line or several. */
export interface TextRule {
  /** Characters (Unicode code points) at most. */
  readonly most: number;
  readonly isMultiline: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS_BUT_BREAKS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;

/** Plain text as it is kept: every sign of every script stays, also marks of direction; blank text is none. */
export function plainText(name: string, text: string | undefined, { most, isMultiline }: TextRule): string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const count = [...text].length;
  if (count > most)
    throw new ApiError('parameter_invalid', `${name}: has ${count} characters; at most ${most} are kept`);
  const control = (isMultiline ? CONTROLS_BUT_BREAKS : CONTROLS).exec(text)?.[0];
  if (control !== undefined) {
    const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    const accepted = isMultiline ? 'plain text with line breaks and tabs' : 'plain text in one line';
    throw new ApiError('parameter_invalid', `${name}: holds the control character U+${code}; ${accepted} is accepted`);
  }
  return text;
}
