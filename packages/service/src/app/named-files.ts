/** Loads files that settings name by path: modules of the operator, and message files. */
import { readFileSync } from 'node:fs';
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import type { Config } from '../config/settings.ts';
import { parseJson } from '../domain/json-text.ts';
import { type Messages, type MessageTexts, openMessages } from '../domain/messages.ts';
import { isObject } from '../domain/values.ts';

/** Loads the modules that a setting names at any base address, by path. */
export async function loadEach<Module>(
  config: Config,
  setting: (settings: EndpointSettings) => string | null,
  load: (path: string) => Promise<Module>,
): Promise<ReadonlyMap<string, Module>> {
  const modules = new Map<string, Module>();
  for (const path of new Set([config, ...config.endpoints.values()].map(setting))) {
    if (path !== null) modules.set(path, await load(path));
  }
  return modules;
}

/**
 * Returns the texts of a base address by its settings. Reads all files now, so that an invalid one prevents the start.
 */
export function loadMessages(config: Config): (settings: EndpointSettings) => Messages {
  const files = new Map<string, MessageTexts>();
  const bySettings = new WeakMap<EndpointSettings, Messages>();
  const messagesOf = (settings: EndpointSettings) =>
    bySettings.getOrInsertComputed(settings, () =>
      openMessages(settings.messages.map((path) => files.getOrInsertComputed(path, readMessages))),
    );
  for (const settings of [config, ...config.endpoints.values()]) messagesOf(settings);
  return messagesOf;
}

/** Reads a message file: a JSON object language -> key -> text. Throws if it is invalid. */
function readMessages(path: string): MessageTexts {
  const value = parse(path);
  const isTexts = (each: unknown) => isObject(each) && Object.values(each).every((text) => typeof text === 'string');
  if (!isObject(value) || !Object.values(value).every(isTexts)) {
    throw new Error(`${path}: a message file is an object of languages, each an object of texts by key`);
  }
  const wrong = Object.keys(value).find((language) => !isLanguageTag(language));
  if (wrong !== undefined) throw new Error(`${path}: "${wrong.slice(0, 100)}" is not a language tag like en or de-CH`);
  return value as MessageTexts;
}

function parse(path: string): unknown {
  try {
    return parseJson(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path}: this message file can't be read: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}
