import type { Endpoint } from '../api/operation.ts';
import { isEndpoint } from '../api/select.ts';
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import type { Config } from '../config/settings.ts';

export interface BaseAddress {
  /** Empty for the main address. */
  readonly name: string;
  readonly settings: EndpointSettings;
}

/** Returns the base address of a path, and the rest of the path with its leading `/`. */
export function baseAddressOf(path: string, config: Config): BaseAddress & { readonly path: string } {
  const [, name = '', below = ''] = /^\/([A-Za-z0-9_-]+)(\/.*)$/.exec(path) ?? [];
  const settings = config.endpoints.get(name);
  return settings ? { name, settings, path: below } : { name: '', settings: config, path };
}

export interface EndpointAddress extends BaseAddress {
  readonly endpoint: Endpoint;
  /** Name of the operation if the path has one, as in `/node.do/search`; undefined if a parameter selects it. */
  readonly operation: string | undefined;
}

/** Returns the endpoint that a path names, with its base address; undefined for any other path. */
export function endpointAt(path: string, config: Config): EndpointAddress | undefined {
  const { path: below, ...base } = baseAddressOf(path, config);
  const [, endpoint = '', operation] = /^\/([^/]*)(?:\/([a-z_]+))?$/.exec(below) ?? [];
  return isEndpoint(endpoint) ? { ...base, endpoint, operation } : undefined;
}
