import { invalidParameter, quote } from '../../../core/src/domain/errors.ts';
import { onlyValue, parseQuery, type Query } from '../api/query.ts';

const CALLBACK = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*|\[\d{1,6}\])*$/;

/**
 * Reads the JSONP function name of a request (interface decisions 1); undefined without one. Throws if it is malformed.
 */
export function readCallback(query: Query): string | undefined {
  const name = onlyValue(query, 'callback');
  if (name === undefined) return undefined;
  if (name.length > 128 || !CALLBACK.test(name)) {
    throw invalidParameter(`callback: ${quote(name)} is not a JavaScript function name of at most 128 characters`);
  }
  return name;
}

/**
 * Reads the function name from a query that cannot be parsed as a whole; undefined without a valid one. Never throws.
 */
export function callbackIn(query: string): string | undefined {
  const given = [...query.matchAll(/(?:^|&)callback=([^&]{1,400})/g)];
  const [only] = given;
  if (!only || given.length > 1) return undefined;
  try {
    return readCallback(parseQuery(`callback=${only[1]}`));
  } catch {
    return undefined;
  }
}
