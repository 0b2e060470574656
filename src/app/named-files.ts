/** What settings name by its path: modules of the operator, and message files. */
import { readFileSync } from 'node:fs';
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import type { Config } from '../config/settings.ts';
import type { MessageTexts } from '../domain/messages.ts';

/** The modules that any endpoint names in a setting, by their paths. */
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

/** A message file: an object language -> key -> text. */
export function readMessages(path: string): MessageTexts {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const isObject = (each: unknown): each is Record<string, unknown> => typeof each === 'object' && each !== null;
  const isTexts = (each: unknown) => isObject(each) && Object.values(each).every((text) => typeof text === 'string');
  if (!isObject(value) || !Object.values(value).every(isTexts)) {
    throw new Error(`${path}: a message file is an object of languages, each an object of texts by key`);
  }
  return value as MessageTexts;
}
