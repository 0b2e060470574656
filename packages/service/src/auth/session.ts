/** The session of a person who has signed in. Its cookie holds all of it, so that every node knows it (extensions E6). */
import { createHash, randomBytes } from 'node:crypto';
import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import type { EpochMs, User } from '../../../core/src/domain/model.ts';
import type { Person } from './person.ts';

export interface Session {
  readonly id: string;
  /** `login` of the user of the catalogue; undefined for somebody who is none, and has `groups` instead. */
  readonly login?: string;
  /** Groups of somebody who is no user, as of sign-in. */
  readonly groups: readonly number[];
  /** How the provider calls the person, for pages. */
  readonly name: string;
  /** Marks of the provider's session, if it names it, and of the person there. */
  readonly sid?: string;
  readonly subject: string;
  readonly began: EpochMs;
  /** Exclusive. */
  readonly expires: EpochMs;
}

/** Longest name of a person that a session holds, in characters. */
const MAX_NAME = 100;
/** Bytes of a session's ID. */
const ID_BYTES = 16;
export const HOUR_MS = 3_600_000;

/**
 * Begins the session of a person. Undefined for one who is no user of the catalogue, and in no group that `mapped` knows by
 * its name.
 */
export function beginSession(
  person: Person,
  {
    model,
    mapped,
    hours,
    now,
  }: {
    readonly model: Pick<CatalogueModel, 'users'>;
    readonly mapped: ReadonlyMap<string, number>;
    readonly hours: number;
    readonly now: EpochMs;
  },
): Session | undefined {
  const user = person.login === undefined ? undefined : userWithLogin(person.login, model);
  const groups = user ? [] : [...new Set(person.groups.flatMap((name) => mapped.get(name) ?? []))];
  if (!user && groups.length === 0) return undefined;
  const name = user && user.name !== '' ? user.name : person.name;
  return {
    id: randomBytes(ID_BYTES).toString('base64url'),
    ...(user && person.login !== undefined ? { login: person.login } : {}),
    groups: groups.toSorted((a, b) => a - b),
    name: [...name.toWellFormed()].slice(0, MAX_NAME).join(''),
    ...(person.sid === undefined ? {} : { sid: markOf('sid', person.sid) }),
    subject: markOf('sub', person.subject),
    began: now,
    expires: now + hours * HOUR_MS,
  };
}

/** Users by login, of each set of users. Undefined stands for several with the same. */
const logins = new WeakMap<CatalogueModel['users'], ReadonlyMap<string, User | undefined>>();

/** Returns the user with exactly this login; undefined also if several have it. */
export function userWithLogin(login: string, { users }: Pick<CatalogueModel, 'users'>): User | undefined {
  return logins.getOrInsertComputed(users, byLogin).get(login);
}

function byLogin(users: CatalogueModel['users']): ReadonlyMap<string, User | undefined> {
  const found = new Map<string, User | undefined>();
  for (const user of users.values())
    if (user.login !== undefined) found.set(user.login, found.has(user.login) ? undefined : user);
  return found;
}

/** What ends of sessions name: a hash, because subjects may be addresses of people. */
export function markOf(kind: 'sid' | 'sub', text: string): string {
  return `${kind}:${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
}

/** The marks by which a session may be ended. */
export function marksOf({ id, sid, subject }: Session): readonly string[] {
  return [idMark(id), subject, ...(sid === undefined ? [] : [sid])];
}

export function idMark(id: string): string {
  return `id:${id}`;
}

/** Returns what a sealed cookie holds of a session; times in milliseconds, to tell apart sessions of one second. */
export function written({ id, login, groups, name, sid, subject, began, expires }: Session): unknown {
  return [id, login ?? null, deltas(groups), name, sid ?? null, subject, began, expires];
}

/** Reads what `written` returned. Only this service can have made it. */
export function readSession(value: unknown): Session | undefined {
  if (!Array.isArray(value) || value.length !== 8) return undefined;
  const [id, login, groups, name, sid, subject, began, expires] = value as [
    ...[string, string | null, number[], string, string | null, string, number, number],
  ];
  return {
    ...{ id, groups: sums(groups), name, subject, began, expires },
    ...(login === null ? {} : { login }),
    ...(sid === null ? {} : { sid }),
  };
}

/** Shorter than the numbers themselves, which are in ascending order. */
function deltas(numbers: readonly number[]): readonly number[] {
  return numbers.map((each, place) => each - (numbers[place - 1] ?? 0));
}

function sums(numbers: readonly number[]): readonly number[] {
  let sum = 0;
  return numbers.map((each) => {
    sum += each;
    return sum;
  });
}
