import type { Identity } from './token-verifier.ts';

/** Names of the claims that contain the user and the groups. */
export interface ClaimNames {
  readonly userClaim: string;
  readonly groupsClaim: string;
}

/** Most groups of a token that are read. */
export const MAX_GROUPS = 1000;

/** Latest time that JavaScript can name, in seconds. */
const LAST_SECOND = 8.64e12;

/** True for a time of a token, in seconds since the epoch: JSON may hold numbers such as `1e999`, which never come. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= LAST_SECOND;
}

/**
 * Reads the identity from verified claims. The user claim holds an ID as a number or in decimal digits, without leading
 * zeros, so that a user has one spelling; undefined without one. The groups claim is one ID or a list; anything else in it
 * is ignored.
 */
export function identityOf(
  claims: Readonly<Record<string, unknown>>,
  { userClaim, groupsClaim }: ClaimNames,
): Identity | undefined {
  const user = readId(own(claims, userClaim));
  if (user === undefined) return undefined;
  const groups = own(claims, groupsClaim);
  const exp = claims['exp'];
  return {
    user,
    ...(groups === undefined || groups === null ? {} : { groups: readIds(groups) }),
    ...(isTime(exp) ? { expires: exp * 1000 } : {}),
  };
}

function own(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined;
}

function readIds(value: unknown): readonly number[] {
  const all: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_GROUPS) : [value];
  return [...new Set(all.map(readId).filter((id) => id !== undefined))];
}

function readId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^(?:0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 && !Object.is(id, -0) ? id : undefined;
}
