import { JsonError, parseJson } from '../../../core/src/domain/json-text.ts';
import { type Setting, settingsOf } from './declare.ts';
import { nearest } from './nearest.ts';
import { SettingReader, type Source } from './problems.ts';
import { type Given, readSetting, refuseUnknown } from './read.ts';
import { DECLARATION } from './settings.ts';

const PREFIX = 'ABS_';

/** Returns the environment variable of a setting: the key path in upper snake case after the prefix. */
export function variableOf(key: string): string {
  return PREFIX + key.replaceAll('.', '_').replace(/[A-Z]/g, '_$&').toUpperCase();
}

const SETTINGS = settingsOf(DECLARATION);
const KEYS = new Map([...SETTINGS.keys()].map((key) => [variableOf(key), key]));

/** Reads every variable that begins with `ABS_`. An empty variable counts as not set; an unknown one is a fault. */
export function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  source: Omit<Source, 'source'>,
): Given {
  const given: Given = new Map();
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith(PREFIX) || text === undefined || text === '') continue;
    const key = KEYS.get(name);
    const setting = key === undefined ? undefined : SETTINGS.get(key);
    if (key === undefined || setting === undefined) {
      const reader = new SettingReader({ ...source, source: 'environment' }, [name]);
      refuseUnknown(reader, name, nearest(name, KEYS.keys()));
      continue;
    }
    const reader = new SettingReader({ ...source, source: `environment variable ${name}` }, key.split('.'));
    try {
      given.set(key, readSetting(setting, jsonOf(setting, text), reader));
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      reader.report(`not JSON: ${error.message}`);
    }
  }
  return given;
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
