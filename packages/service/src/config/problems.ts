import { quote } from '../domain/errors.ts';

/** One thing that is wrong with the settings. */
export interface Problem {
  /** Key path of the setting, for example `trustProxy[1]`; empty where the whole source is meant. */
  readonly key: string;
  /** The file, environment variable or option that said it. */
  readonly source: string;
  /** What is wrong and what is accepted. Never the value of a secret. */
  readonly message: string;
}

/** The settings refuse the start: everything that is wrong with them, at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.problems = problems;
  }
}

function describeProblem({ key, source, message }: Problem): string {
  return key === '' ? `${source}: ${message}` : `${key}: ${message} (${source})`;
}

/** A wrong value as messages show it: texts cut at 100 characters; lists and objects, which may hold secrets, by kind only. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

/** Where a value comes from, and where its faults go. */
export interface Site {
  readonly source: string;
  /** Folder that relative paths start from. */
  readonly folder: string;
  readonly problems: Problem[];
}

/** A site together with the key path of the value at hand. */
export interface Place extends Site {
  readonly key: string;
  /** Values below this place are never shown. */
  readonly isSecret: boolean;
}

/** Notes that the value at this place isn't `accepts`; returns `undefined` for the caller to pass on. */
export function refuse(place: Place, value: unknown, accepts: string): undefined {
  const shown = place.isSecret ? 'the value given' : showValue(value);
  place.problems.push({ key: place.key, source: place.source, message: `${shown} is not ${accepts}` });
  return undefined;
}

/** The place of a member: `a.b` for a key, `a["b c"]` for a key that is no word, `a[1]` for an index. */
export function below(place: Place, member: string | number): Place {
  if (typeof member === 'number') return { ...place, key: `${place.key}[${member}]` };
  if (!/^[\w-]{1,100}$/.test(member)) return { ...place, key: `${place.key}[${quote(member)}]` };
  return { ...place, key: place.key === '' ? member : `${place.key}.${member}` };
}
