/** Reads the parts of `catalogue.json`: its keys, its languages, and its arrays of objects. */
import { duplicateKeys } from '../../../../core/src/domain/json-text.ts';
import type { Bundle } from './bundle.ts';
import { show } from './faults.ts';
import * as objects from './objects.ts';
import { keysIn, MAX_DUPLICATES } from './read-json.ts';
import { OBJECTS_PER_YIELD, type ReadSession } from './read-session.ts';
import type { Reading, ReferenceKind } from './reading.ts';
import type { BundleType } from './value-types.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

const KEYS = [
  'languages',
  'default_language',
  'node_types',
  'asset_types',
  'info_fields',
  'relation_types',
  'download_formats',
  'groups',
  'users',
  'nodes',
  'assets',
  'reviews',
] as const;

/** A top-level key of `catalogue.json`. */
export type DocumentKey = (typeof KEYS)[number];

/** Refuses other keys than those of a bundle. `$schema` only tells editors where the schema of the file is. */
export function refuseUnknownKeys({ document, reading }: ReadSession): void {
  const keys = Object.keys(document.value);
  reading.keys += keys.length;
  for (const key of keys) {
    const value = document.value[key];
    if (key === '$schema' && typeof value !== 'string') reading.at([key], () => reading.wrong(value, 'a string'));
    if (key === '$schema' || KEYS.some((known) => known === key)) continue;
    reading.at([key], () => reading.fault(`this key is unknown; known here are ${KEYS.join(', ')}`));
  }
}

/** Reads `languages` and `default_language`. If both are given, `languages` must contain the default. */
export function readLanguages({ document, reading }: ReadSession): Pick<Bundle, 'languages' | 'defaultLanguage'> {
  const { languages: list, default_language: tag } = document.value;
  const languages = list === undefined ? undefined : reading.at(['languages'], () => languagesOf(list, reading));
  const chosen =
    tag === undefined ? undefined : reading.at(['default_language'], () => defaultOf(tag, languages, reading));
  return {
    ...(languages === undefined ? {} : { languages }),
    ...(chosen === undefined ? {} : { defaultLanguage: chosen }),
  };
}

function languagesOf(list: unknown, reading: Reading): readonly string[] | undefined {
  const languages = objects.languages.read(list, reading);
  if (Array.isArray(list) && list.length === 0) return reading.fault('at least one language is needed');
  return languages && [...new Set(languages)];
}

function defaultOf(tag: unknown, languages: readonly string[] | undefined, reading: Reading): string | undefined {
  const read = objects.defaultLanguage.read(tag, reading);
  if (read === undefined || languages === undefined || languages.includes(read)) return read;
  return reading.fault(`${show(read)} is not one of the languages ${languages.join(', ')}`);
}

/** Calls `read` for each item of an array of `catalogue.json` and returns the items. */
export async function eachItem(
  key: DocumentKey,
  { document, reading, signal }: ReadSession,
  read: (value: unknown) => void,
): Promise<readonly unknown[]> {
  const values = document.value[key];
  if (values === undefined) return [];
  reading.path.push(key);
  if (!Array.isArray(values)) reading.wrong(values, 'an array');
  const items: readonly unknown[] = Array.isArray(values) ? values : [];
  for (const [index, value] of items.entries()) {
    if (index % OBJECTS_PER_YIELD === 0) await yieldToEventLoop(signal);
    reading.path.push(index);
    read(value);
    reading.path.pop();
  }
  reading.path.pop();
  return items;
}

/** Reads an array of `catalogue.json`. Refuses repeated IDs, and records those that others may refer to. */
export async function readObjects<T extends { readonly id: number }>(
  key: DocumentKey,
  kind: BundleType<T>,
  session: ReadSession,
  referredAs?: ReferenceKind,
): Promise<T[]> {
  const { registry, reading } = session;
  const found: T[] = [];
  const seen = new Set<number>();
  await eachItem(key, session, (value) => {
    const object = kind.read(value, reading);
    if (object === undefined) return;
    found.push(object);
    const { id } = object;
    if (id === undefined) return; // missing, already reported
    const isNew = referredAs === undefined ? seen.size < seen.add(id).size : registry.declare(referredAs, id);
    if (!isNew) reading.at(['id'], () => reading.fault(`${id} is there twice`));
  });
  return found;
}

/** Applies the check for duplicate keys to the whole `catalogue.json`, after all of it has been read. */
export function refuseDuplicateKeys({ document, reading, faults }: ReadSession): void {
  if (keysIn(document.text) === reading.keys) return;
  for (const { path } of duplicateKeys(document.text, MAX_DUPLICATES)) {
    faults.add({ file: reading.file, path, problem: 'this key is there twice' });
  }
}
