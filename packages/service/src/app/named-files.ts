/** Loads files that settings name by path: modules of the operator, and message files. */

import { type Messages, type MessageTexts, openMessages } from '../../../core/src/domain/messages.ts';
import { loadFileNames, loadSearchProvider } from '../api/extensions.ts';
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import { readMessages } from '../config/message-file.ts';
import type { Config } from '../config/settings.ts';

/** Loads the modules of all base addresses, by path. Rejects with one error about all that can't be loaded. */
export async function loadModules(config: Config) {
  const failures: unknown[] = [];
  const searchProviders = await loadEach(config, ({ search }) => search.provider, loadSearchProvider, failures);
  const fileNames = await loadEach(config, ({ download }) => download.fileNames, loadFileNames, failures);
  const messages = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure)));
  if (failures.length > 0) throw new AggregateError(failures, messages.join('\n'));
  return { searchProviders, fileNames };
}

/** Loads the modules that a setting names at any base address, by path. Adds what fails to `failures`. */
async function loadEach<Module>(
  config: Config,
  setting: (settings: EndpointSettings) => string | null,
  load: (path: string) => Promise<Module>,
  failures: unknown[],
): Promise<ReadonlyMap<string, Module>> {
  const modules = new Map<string, Module>();
  for (const path of new Set([config, ...config.endpoints.values()].map(setting))) {
    if (path === null) continue;
    try {
      modules.set(path, await load(path));
    } catch (error) {
      failures.push(error);
    }
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
