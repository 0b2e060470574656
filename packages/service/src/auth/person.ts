/** Who has signed in, as the provider says. */
import type { Config } from '../config/settings.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** What the provider says of a person who has signed in. */
export interface Person {
  readonly subject: string;
  readonly sid?: string;
  /** Value of the claim that names users; absent without one that counts. */
  readonly login?: string;
  /** Names of groups. */
  readonly groups: readonly string[];
  readonly name: string;
}

/** Reads who somebody is, from claims of which the first counts most. */
export function personOf(sources: readonly Claims[], { userClaim, groupsClaim }: Config['signIn']): Person {
  const find = (name: string) => sources.find((claims) => Object.hasOwn(claims, name))?.[name];
  const login = find(userClaim);
  // Anybody can claim an address that nobody has verified.
  const isVerified = sources.some((claims) => claims['email'] === login && claims['email_verified'] === true);
  const denies = sources.some((claims) => claims['email'] === login && claims['email_verified'] === false);
  const counts = userClaim !== 'email' || (isVerified && !denies);
  const named = groupsClaim === null ? [] : find(groupsClaim);
  const groups: readonly unknown[] = Array.isArray(named) ? named : [named];
  const [sid, name] = [find('sid'), ['name', 'preferred_username', 'email'].map(find).find(isText)];
  return {
    subject: String(find('sub')),
    ...(isText(sid) ? { sid } : {}),
    ...(isText(login) && counts ? { login } : {}),
    groups: groups.filter(isText),
    name: name ?? '',
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
