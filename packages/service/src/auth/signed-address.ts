/**
 * Signed addresses: whoever has one acts as the user that it names, for exactly this request (extensions E1). Signed are
 * the bytes of path and query up to the signature; scheme and host are not.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../../core/src/domain/errors.ts';
import { KEY_ID, type SigningKey } from '../config/signing-keys.ts';

/** As whom, and until when, an address is answered. */
export interface SignedAs {
  readonly user: number;
  /** Groups in place of the user's own; undefined for those. */
  readonly groups?: readonly number[];
  /** Epoch seconds at which the address has expired. */
  readonly expires: number;
}

/** Parameters that only the end of a signed address may have. */
const NAMES: ReadonlySet<string> = new Set(['user', 'groups', 'expires', 'key', 'signature']);

/** Most groups of an address, as of every list. */
const MAX_GROUPS = 1000;

export const DAY_SECONDS = 86_400;
const ANY_ORIGIN = 'http://localhost';

/**
 * Signs path and query with a key. Throws for an address that can't be signed (`faultOfTarget`), and for values that no
 * address may have.
 */
export function signTarget(target: string, { user, groups, expires }: SignedAs, { id, secret }: SigningKey): string {
  const fault = faultOfTarget(target);
  if (fault !== undefined) throw new RangeError(`the address ${fault}`);
  const ids = groups === undefined ? [] : [...new Set(groups)];
  if (groups !== undefined && (ids.length === 0 || ids.length > MAX_GROUPS))
    throw new RangeError(`groups: 1 to ${MAX_GROUPS} are signed`);
  if (![user, expires, ...ids].every((each) => Number.isSafeInteger(each) && each >= 0))
    throw new RangeError('user, groups and expires are integers of at least 0');
  const named = ids.length === 0 ? '' : `&groups=${ids.join(',')}`;
  const signed = `${target}&user=${user}${named}&expires=${expires}&key=${id}`;
  return `${signed}&signature=${signatureOf(signed, secret)}`;
}

/** Describes what keeps path and query from being signed; undefined if nothing does. */
export function faultOfTarget(target: string): string | undefined {
  if (!/^\/[^?#]*\?./s.test(target)) return 'needs a path that begins with / and a query';
  // Browsers escape some characters themselves, and the service would receive other bytes than those signed.
  const sent = URL.canParse(target, ANY_ORIGIN) ? new URL(target, ANY_ORIGIN) : undefined;
  if (`${sent?.pathname}${sent?.search}` !== target) return 'is not percent-encoded as browsers send it';
  const given = namesIn(target).find((name) => NAMES.has(name));
  return given === undefined ? undefined : `has the parameter ${given}, which belongs to the end that is signed`;
}

const END = new RegExp(
  '^(?<before>.*)&user=(?<user>0|[1-9]\\d{0,15})(?:&groups=(?<groups>(?:0|[1-9]\\d*)(?:,(?:0|[1-9]\\d*))*))?&expires=(?<expires>0|[1-9]\\d{0,19})' +
    `&key=(?<key>${KEY_ID})&signature=(?<signature>[\\w-]{43})$`,
  's',
);

/**
 * Returns as whom a signed path and query are answered, whatever the time is. Throws `signature_invalid` if anything of
 * it is wrong.
 */
export function verifyTarget(target: string, keys: readonly SigningKey[]): SignedAs {
  const { before = '', user, groups, expires, key, signature = '' } = END.exec(target)?.groups ?? {};
  const secret = keys.find(({ id }) => id === key)?.secret;
  if (secret === undefined) throw signatureInvalid();
  const signed = target.slice(0, -`&signature=${signature}`.length);
  // Both texts are of 43 letters. Compared as texts, because several last letters stand for the same bytes.
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(signed, secret)))) throw signatureInvalid();
  if (namesIn(before).some((name) => NAMES.has(name))) throw signatureInvalid();
  const ids = groups?.split(',').map(Number);
  const isWhole = [Number(user), ...(ids ?? [])].every(Number.isSafeInteger) && (ids?.length ?? 0) <= MAX_GROUPS;
  if (!isWhole) throw signatureInvalid();
  return { user: Number(user), ...(ids && { groups: ids }), expires: Number(expires) };
}

/** Throws `signature_expired` if an address is too old, or expires later than any may. `now` is in milliseconds. */
export function refuseExpired({ expires }: SignedAs, { now, maxDays }: { now: number; maxDays: number }): void {
  if (now >= expires * 1000) throw new ApiError('signature_expired', 'signature: the address has expired');
  if (expires * 1000 > now + maxDays * DAY_SECONDS * 1000) {
    throw new ApiError('signature_expired', `signature: expires is more than ${maxDays} days ahead`);
  }
}

/** Makes the refusal of a signed address. It doesn't say what is wrong, so that nobody can feel his way to a right one. */
export function signatureInvalid(): ApiError {
  return new ApiError('signature_invalid', 'signature: the address is not signed like this');
}

/**
 * Returns the end of a day in UTC, in epoch seconds: of the day that is `days` after `now`, at most of the last that ends
 * before `maxDays` are over.
 */
export function endOfDay(now: number, days: number, maxDays: number): number {
  return (Math.floor(now / 1000 / DAY_SECONDS) + Math.min(days + 1, maxDays)) * DAY_SECONDS;
}

/** Targets consist of bytes: Node reads each as one character. */
function signatureOf(signed: string, secret: string): string {
  return createHmac('sha256', Buffer.from(secret, 'base64')).update(signed, 'latin1').digest('base64url');
}

/** The names of parameters as the service reads them. */
function namesIn(target: string): readonly string[] {
  const parts = target.slice(target.indexOf('?') + 1).split('&');
  return parts.map((part) => {
    const name = (part.split('=', 1)[0] ?? '').replaceAll('+', ' ');
    try {
      return decodeURIComponent(name);
    } catch {
      return name;
    }
  });
}
