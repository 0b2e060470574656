import { type Setting, settingsOf } from './declare.ts';
import { parseJson } from './json-text.ts';
import { nearest } from './nearest.ts';
import type { Problem } from './problems.ts';
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
  folder: string,
  problems: Problem[],
): Given {
  const given: Given = new Map();
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith(PREFIX) || text === undefined || text === '') continue;
    const key = KEYS.get(name);
    const source = `environment variable ${name}`;
    const site = { source, folder, problems, isSecret: false };
    const setting = key === undefined ? undefined : SETTINGS.get(key);
    if (key === undefined || setting === undefined) {
      refuseUnknown({ ...site, source: 'environment', key: name }, name, nearest(name, KEYS.keys()));
      continue;
    }
    const read = jsonOf(setting, text);
    if ('fault' in read) problems.push({ key, source, message: `not JSON: ${read.fault}` });
    else given.set(key, readSetting(setting, read.value, { ...site, key }));
  }
  return given;
}

function jsonOf(setting: Setting, text: string): { value: unknown } | { fault: string } {
  if (setting.inVariable !== 'json') return { value: setting.fromText(text) };
  const read = parseJson(text);
  if (!read.fault) return { value: read.value };
  const { line, column, message } = read.fault;
  return { fault: `line ${line}, column ${column}: ${message}` };
}
