/** Finds faults in files that settings name, so that they are reported with the other faults of the settings. */
import { accessSync, constants } from 'node:fs';
import { readMessages } from './message-file.ts';
import type { Problem } from './problems.ts';
import type { Given } from './read.ts';

const MODULES = ['search.provider', 'download.fileNames'] as const;

/**
 * Returns the message files that are invalid and the modules that can't be read, of all base addresses. What a module
 * exports is only known when a thread loads it.
 */
export function findUnreadableFiles(given: Given): readonly Problem[] {
  const endpoints = (given.get('endpoints') ?? new Map()) as ReadonlyMap<string, Given | undefined>;
  const further = [...endpoints].map(([name, own]) => [`endpoints.${name}.`, own] as const);
  return [['', given] as const, ...further].flatMap(([prefix, settings]) => {
    const messages = (settings?.get('messages') ?? []) as readonly (string | undefined)[];
    const modules = MODULES.map((key) => [key, settings?.get(key) as string | null | undefined] as const);
    return [
      ...messages.map((path, index) => [`messages[${index}]`, faultOf(path, readMessages)] as const),
      ...modules.map(([key, path]) => [key, faultOf(path, requireReadable)] as const),
    ].flatMap(([key, message]) => (message === undefined ? [] : [{ key: prefix + key, source: 'settings', message }]));
  });
}

function faultOf(path: string | null | undefined, read: (path: string) => unknown): string | undefined {
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
    throw new Error(`${path}: this module can't be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}
