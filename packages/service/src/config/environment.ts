import { JsonError, parseJson } from '../../../core/src/domain/json-text.ts';
import { type Setting, settingsOf } from './declare.ts';
import { ENDPOINT_DECLARATION } from './endpoint-settings.ts';
import { nearest } from './nearest.ts';
import { SettingReader, type Source } from './problems.ts';
import { type Given, readSetting, refuseUnknown } from './read.ts';
import { DECLARATION } from './settings.ts';

const PREFIX = 'ABS_';

/** Returns the environment variable of a setting: the key path in upper snake case after the prefix. */
export function variableOf(key: string): string {
  return PREFIX + key.replaceAll(/[.-]/g, '_').replace(/[A-Z]/g, '_$&').toUpperCase();
}

const SETTINGS = settingsOf(DECLARATION);
const KEYS = new Map([...SETTINGS.keys()].map((key) => [variableOf(key), key]));
const OF_ENDPOINTS = settingsOf(ENDPOINT_DECLARATION);
const ALL_ENDPOINTS = variableOf('endpoints');

/**
 * Reads every variable that begins with `ABS_`. An empty variable counts as not set; an unknown one is a fault. A variable
 * such as ABS_ENDPOINTS_PRESS_FORMATS changes a base address that the file or ABS_ENDPOINTS has.
 */
export function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  source: Omit<Source, 'source'>,
  fromFile: Given,
): Given {
  const given: Given = new Map();
  const names = Object.keys(environment).filter((name) => name.startsWith(PREFIX));
  // The names of base addresses are known before their variables are read.
  for (const name of [ALL_ENDPOINTS, ...names.filter((each) => each !== ALL_ENDPOINTS)]) {
    const text = environment[name];
    if (text === undefined || text === '') continue;
    const endpoints = (given.get('endpoints') ?? fromFile.get('endpoints') ?? new Map()) as ReadonlyMap<string, Given>;
    const { endpoint, key, setting } = settingOf(name, endpoints);
    if (key === undefined || setting === undefined) {
      const reader = new SettingReader({ ...source, source: 'environment' }, [name]);
      refuseUnknown(reader, name, nearest(name, KEYS.keys()));
      continue;
    }
    const path = [...(endpoint === undefined ? [] : ['endpoints', endpoint]), ...key.split('.')];
    const reader = new SettingReader({ ...source, source: `environment variable ${name}` }, path);
    try {
      const value = readSetting(setting, jsonOf(setting, text), reader);
      if (endpoint === undefined) given.set(key, value);
      else
        given.set('endpoints', new Map([...endpoints, [endpoint, new Map(endpoints.get(endpoint)).set(key, value)]]));
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      reader.report(`not JSON: ${error.message}`);
    }
  }
  return given;
}

/** Finds what a variable sets: a setting of the service, or that of a base address. */
function settingOf(
  variable: string,
  endpoints: ReadonlyMap<string, Given>,
): { readonly endpoint?: string; readonly key?: string; readonly setting?: Setting | undefined } {
  const key = KEYS.get(variable);
  if (key !== undefined) return { key, setting: SETTINGS.get(key) };
  for (const endpoint of endpoints.keys()) {
    for (const [own, setting] of OF_ENDPOINTS) {
      if (variable === variableOf(`endpoints.${endpoint}.${own}`)) return { endpoint, key: own, setting };
    }
  }
  return {};
}

/** Returns the variables that other programs read, too, such as PGPASSWORD. */
export function withoutOwnVariables(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith(PREFIX)));
}

function jsonOf(setting: Setting, text: string): unknown {
  if (setting.inVariable === 'json') return parseJson(text);
  return setting.fromText ? setting.fromText(text) : text;
}
