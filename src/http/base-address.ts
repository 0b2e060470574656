import type { EndpointSettings } from '../config/endpoint-settings.ts';
import type { Config } from '../config/settings.ts';

/** The settings of the base address that a path lies below, and the path from there on, with its `/`. */
export function baseAddressOf(
  path: string,
  config: Config,
): { readonly settings: EndpointSettings; readonly path: string } {
  const [, name = '', below = ''] = /^\/([A-Za-z0-9_-]+)(\/.*)$/.exec(path) ?? [];
  const settings = config.endpoints.get(name);
  return settings ? { settings, path: below } : { settings: config, path };
}
