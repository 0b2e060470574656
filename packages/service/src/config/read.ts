import { isObject } from '../../../core/src/domain/values.ts';
import { type Declaration, isSetting, type Setting, settingsOf } from './declare.ts';
import { nearest } from './nearest.ts';
import type { SettingReader } from './problems.ts';

/** Values from one source, by key path. */
export type Given = Map<string, unknown>;

/** Reads one value. Reports faults, and then returns `undefined`. */
export function readSetting(setting: Setting, value: unknown, reader: SettingReader): unknown {
  return setting.read(value, setting.isSecret ? reader.secret() : reader);
}

/** Reads an object of the file or of an endpoint, including nested objects. Unknown keys are faults. */
export function readObject(declaration: Declaration, value: unknown, reader: SettingReader): Given {
  const given: Given = new Map();
  readGroup(declaration, value, '');
  return given;

  function refuseKey(group: Declaration, prefix: string, key: string): void {
    const suggestion = suggestKey(declaration, prefix, group, key);
    const subject = prefix === '' ? 'there are' : `${prefix.slice(0, -1)} has`;
    if (suggestion === undefined) reader.report(`no such setting; ${subject} ${Object.keys(group).join(', ')}`);
    else refuseUnknown(reader, key, suggestion);
  }

  function readGroup(group: Declaration, members: unknown, prefix: string): void {
    if (!isObject(members)) {
      reader.wrong(members, `an object with the keys ${Object.keys(group).join(', ')}`);
      return;
    }
    for (const [key, member] of Object.entries(members)) {
      const declared = Object.hasOwn(group, key) ? group[key] : undefined;
      reader.at(key, () => {
        if (declared === undefined) refuseKey(group, prefix, key);
        else if (isSetting(declared)) given.set(prefix + key, readSetting(declared, member, reader));
        else readGroup(declared, member, `${prefix}${key}.`);
      });
    }
  }
}

export function refuseUnknown(reader: SettingReader, key: string, suggestion: string | undefined): void {
  const advice = suggestion === undefined || suggestion === key ? '' : `; did you mean ${suggestion}?`;
  reader.report(`no such setting${advice}`);
}

/**
 * Suggests the intended key path: a similar key in the same group, or otherwise the same key elsewhere if only one group
 * has it. A key that several groups have was probably meant for this one.
 */
function suggestKey(all: Declaration, prefix: string, group: Declaration, key: string): string | undefined {
  const neighbour = nearest(key, Object.keys(group));
  if (neighbour !== undefined) return prefix + neighbour;
  const paths = [...settingsOf(all).keys()];
  const [same, ...others] = paths.filter((path) => path.split('.').at(-1)?.toLowerCase() === key.toLowerCase());
  if (others.length > 0) return undefined;
  return same ?? nearest(key, paths);
}
