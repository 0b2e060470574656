import { ApiError, invalidParameter, quote } from '../../../core/src/domain/errors.ts';
import { isSecretName } from '../../../core/src/domain/secrets.ts';

/** A decoded query string: maps each name to all its values, in order. */
export type Query = ReadonlyMap<string, readonly string[]>;

/**
 * Decodes a query string: UTF-8, percent-encoded, `+` is a space (interface decisions 2). Broken escapes and bytes that
 * are not UTF-8 are not guessed: `onFault` gets the parameter's name, and may throw the error; the value stays as it is
 * written. A name that can't be decoded is the name of no parameter, so it is no fault.
 */
export function parseQuery(
  text: string,
  onFault: (name: string, fault: ApiError) => void = (_name, fault) => {
    throw fault;
  },
): Query {
  const query = new Map<string, string[]>();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const writtenName = equals < 0 ? part : part.slice(0, equals);
    const written = equals < 0 ? '' : part.slice(equals + 1);
    const name = decode(writtenName) ?? writtenName;
    const value = decode(written);
    if (value === undefined) onFault(name, encodingFault(name, written));
    query.getOrInsertComputed(name, () => []).push(value ?? written);
  }
  return query;
}

/** Throws the first fault, by name, of a parameter that is read. `isRead` gets its name without `[]`. */
export function refuseFaults(faults: ReadonlyMap<string, ApiError>, isRead: (name: string) => boolean): void {
  for (const [name, fault] of faults) if (isRead(name.replace(/\[\]$/, ''))) throw fault;
}

/** Decodes a query string; throws the fault of a parameter that is read, and ignores those of others. */
export function parseRead(text: string, isRead: (name: string) => boolean): Query {
  const faults = new Map<string, ApiError>();
  const query = parseQuery(text, (name, fault) => faults.set(name, fault));
  refuseFaults(faults, isRead);
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

/** Error messages must not contain secrets (interface decisions 8), so the value of a token is left out. */
function encodingFault(name: string, written: string): ApiError {
  const shown = /^[\w[\]]{1,100}$/.test(name) ? name : quote(name);
  const value = isSecretName(name) ? 'the value' : quote(written.replaceAll('+', ' '));
  return new ApiError('request_malformed', `${shown}: ${value} is not percent-encoded UTF-8`);
}

/** Undefined for broken escapes and for bytes that are not UTF-8. */
function decode(text: string): string | undefined {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}
