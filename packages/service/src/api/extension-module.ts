/** Loads modules with which the operator replaces parts of the service. */
import { pathToFileURL } from 'node:url';

/** Returns the function that a file exports as its default. Rejects with an error that names the setting. */
export async function loadFunction(setting: string, path: string): Promise<unknown> {
  let loaded: { readonly default?: unknown };
  try {
    loaded = await import(pathToFileURL(path).href);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${setting}: ${path} can't be loaded: ${why}`, { cause });
  }
  if (typeof loaded.default !== 'function') {
    throw new Error(`${setting}: ${path} has no function as its default export`);
  }
  return loaded.default;
}
