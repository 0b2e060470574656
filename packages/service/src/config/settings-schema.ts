import type { Schema } from '../domain/values.ts';
import { type Declaration, isSetting, type Setting } from './declare.ts';

/** The schema of an object of settings, as editors use it: every key with its meaning and its default. */
export function declarationSchema(declaration: Declaration): Schema {
  const properties = Object.entries(declaration).flatMap(([key, declared]) => {
    if (!isSetting(declared)) return [[key, declarationSchema(declared)] as const];
    const { oldName } = declared;
    const own = settingSchema(declared);
    const renamed = { ...own, deprecated: true, description: `Old name of ${key}, for one more version.` };
    return [[key, own] as const, ...(oldName === undefined ? [] : [[oldName, renamed] as const])];
  });
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

/** A secret has no default, and the others have the one that the file would give. */
function settingSchema({ schema, meaning, default: standard }: Setting): Schema {
  return { ...schema, description: meaning, default: standard };
}
