import { type Declaration, isSetting, type Setting, settingsOf } from './declare.ts';
import { isJsonObject } from './json-text.ts';
import { nearest } from './nearest.ts';
import { below, type Place, refuse } from './problems.ts';

/** Values from one source, by key path. */
export type Given = Map<string, unknown>;

/** Reads one value. Reports faults at `place`, and then returns `undefined`. */
export function readSetting(setting: Setting, value: unknown, place: Place): unknown {
  return setting.read(value, { ...place, isSecret: place.isSecret || setting.isSecret });
}

/** Reads an object of the file or of an endpoint, including nested objects. Unknown keys are faults. */
export function readObject(declaration: Declaration, value: unknown, place: Place): Given {
  const given: Given = new Map();
  readGroup(declaration, value, place, '');
  return given;

  function readGroup(group: Declaration, members: unknown, at: Place, prefix: string): void {
    if (!isJsonObject(members)) {
      refuse(at, members, `an object with the keys ${Object.keys(group).join(', ')}`);
      return;
    }
    for (const [key, member] of Object.entries(members)) {
      const declared = Object.hasOwn(group, key) ? group[key] : undefined;
      const there = below(at, key);
      if (declared === undefined) refuseUnknown(there, key, suggestKey(declaration, prefix, group, key));
      else if (isSetting(declared)) given.set(prefix + key, readSetting(declared, member, there));
      else readGroup(declared, member, there, `${prefix}${key}.`);
    }
  }
}

/** Reports an unknown key. */
export function refuseUnknown(place: Place, key: string, suggestion: string | undefined): void {
  const advice = suggestion === undefined || suggestion === key ? '' : `; did you mean ${suggestion}?`;
  place.problems.push({ key: place.key, source: place.source, message: `no such setting${advice}` });
}

/** Suggests the intended key path: a similar key in the same group, or otherwise the same key elsewhere. */
function suggestKey(all: Declaration, prefix: string, group: Declaration, key: string): string | undefined {
  const neighbour = nearest(key, Object.keys(group));
  if (neighbour !== undefined) return prefix + neighbour;
  const paths = [...settingsOf(all).keys()];
  return paths.find((path) => path.split('.').at(-1)?.toLowerCase() === key.toLowerCase()) ?? nearest(key, paths);
}
