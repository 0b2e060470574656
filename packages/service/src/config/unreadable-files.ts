/** Finds faults in files that settings name, so that they are reported with the other faults of the settings. */
import { accessSync, constants } from 'node:fs';
import { readMessages } from './message-file.ts';
import type { Problem } from './problems.ts';
import type { Given } from './read.ts';

const MODULES = ['search.provider', 'download.fileNames'] as const;

/**
 * Returns the message files that are invalid, and the modules and key sets that can't be read, of all base addresses.
 * What a module exports is only known when a thread loads it.
 */
export function findUnreadableFiles(given: Given): readonly Problem[] {
  const endpoints: unknown = given.get('endpoints');
  const further: readonly (readonly [string, unknown])[] =
    endpoints instanceof Map ? [...endpoints].map(([name, own]) => [`endpoints.${name}.`, own]) : [];
  return [['', given] as const, ...further].flatMap(([prefix, own]) => {
    const settings: ReadonlyMap<unknown, unknown> = own instanceof Map ? own : new Map();
    const files = settings.get('messages');
    const messages: readonly unknown[] = Array.isArray(files) ? files : [];
    const modules = MODULES.map((key) => [key, settings.get(key)] as const);
    const keySet = settings.get('token.jwt.jwks');
    const isFile = typeof keySet === 'string' && !/^https?:/i.test(keySet);
    return [
      ...messages.map((path, index) => [`messages[${index}]`, faultOf(path, readMessages)] as const),
      ...modules.map(([key, path]) => [key, faultOf(path, requireReadable)] as const),
      ['token.jwt.jwks', isFile ? faultOf(keySet, requireReadable) : undefined] as const,
    ].flatMap(([key, message]) => (message === undefined ? [] : [{ key: prefix + key, source: 'settings', message }]));
  });
}

function faultOf(path: unknown, read: (path: string) => unknown): string | undefined {
  if (typeof path !== 'string') return undefined;
  try {
    read(path);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function requireReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(`${path}: the file can't be read (${reason})`, { cause: error });
  }
}
