import type { Schema } from '../../../core/src/domain/values.ts';
import { type Declaration, isSetting, type Setting } from './declare.ts';

/** The schema of an object of settings, as editors use it: every key with its meaning and its default. */
export function declarationSchema(declaration: Declaration): Schema {
  const properties = Object.entries(declaration).map(
    ([key, declared]) => [key, isSetting(declared) ? settingSchema(declared) : declarationSchema(declared)] as const,
  );
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

/** A secret has no default, and the others have the one that the file would give. */
function settingSchema({ schema, meaning, default: standard }: Setting): Schema {
  return { ...schema, description: meaning, default: standard };
}
