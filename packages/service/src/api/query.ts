import { ApiError, invalidParameter, quote } from '../domain/errors.ts';

/** A decoded query string: maps each name to all its values, in order. */
export type Query = ReadonlyMap<string, readonly string[]>;

/**
 * Decodes a query string: UTF-8, percent-encoded, `+` is a space (interface decisions 2). Throws on broken escapes and
 * on bytes that are not UTF-8 instead of guessing.
 */
export function parseQuery(text: string): Query {
  const query = new Map<string, string[]>();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals), (text) => `a parameter's name ${quote(text)}`);
    const value = equals < 0 ? '' : decode(part.slice(equals + 1), (text) => namedValue(name, text));
    query.getOrInsertComputed(name, () => []).push(value);
  }
  return query;
}

/**
 * Returns the value of a parameter that a query may give once; undefined without one. Throws if it is written as a list
 * or given twice.
 */
export function onlyValue(query: Query, name: string): string | undefined {
  if (query.has(`${name}[]`))
    throw invalidParameter(`${name}[]: ${name} takes one value and is written without brackets`);
  const given = query.get(name) ?? [];
  if (given.length > 1) throw invalidParameter(`${name}: is given more than once, but takes one value`);
  return given[0] || undefined;
}

/** Error messages must not contain secrets (interface decisions 8), so the value of `token` is left out. */
function namedValue(name: string, text: string): string {
  const shown = /^[\w[\]]{1,100}$/.test(name) ? name : quote(name);
  return `${shown}: ${/^token(?:\[\])?$/.test(name) ? 'the value' : quote(text)}`;
}

function decode(text: string, describe: (text: string) => string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch (cause) {
    throw new ApiError('request_malformed', `${describe(text)} is not percent-encoded UTF-8`, { cause });
  }
}

/** Adds the endpoint's default values for parameters that a request does not give (configuration: endpoints). */
export function withDefaults(
  query: Query,
  defaults: Readonly<Record<string, string>>,
  isGiven: (name: string, values: readonly string[]) => boolean,
): Query {
  const missing = Object.entries(defaults).filter(([name]) => !isGiven(name, query.get(name) ?? []));
  return missing.length === 0
    ? query
    : new Map([...query, ...missing.map(([name, value]) => [name, [value]] as const)]);
}
