import { quote } from '../domain/errors.ts';

/** A fault in the settings. */
export interface Problem {
  /** Key path of the setting, for example `trustProxy[1]`. Empty if the fault concerns the whole source. */
  readonly key: string;
  /** The file, environment variable or option that contains the fault. */
  readonly source: string;
  /** What is wrong and what is accepted. Never contains the value of a secret. */
  readonly message: string;
}

/** Thrown when the settings are invalid. Contains all faults. */
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

/**
 * Formats an invalid value for a message. Truncates texts to 100 characters and shows only the kind of lists and
 * objects, which may contain secrets.
 */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

/** The source of a value, and the list that collects its faults. */
export interface Site {
  readonly source: string;
  /** Base folder of relative paths. */
  readonly folder: string;
  readonly problems: Problem[];
}

/** A site and the key path of the current value. */
export interface Place extends Site {
  readonly key: string;
  /** True if values below this place must never be shown. */
  readonly isSecret: boolean;
}

/** Reports that the value at this place isn't `accepts`. Returns `undefined`, which callers can return directly. */
export function refuse(place: Place, value: unknown, accepts: string): undefined {
  const shown = place.isSecret ? 'the value given' : showValue(value);
  place.problems.push({ key: place.key, source: place.source, message: `${shown} is not ${accepts}` });
  return undefined;
}

/** Returns the place of a member: `a.b` for a key, `a["b c"]` for a key that isn't a word, `a[1]` for an index. */
export function below(place: Place, member: string | number): Place {
  if (typeof member === 'number') return { ...place, key: `${place.key}[${member}]` };
  if (!/^[\w-]{1,100}$/.test(member)) return { ...place, key: `${place.key}[${quote(member)}]` };
  return { ...place, key: place.key === '' ? member : `${place.key}.${member}` };
}
