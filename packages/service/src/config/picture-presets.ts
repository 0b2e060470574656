import { PRESET_VALUES, type Preset } from '../../../core/src/domain/picture-values.ts';
import { isObject, type ValueType } from '../../../core/src/domain/values.ts';
import type { SettingReader } from './problems.ts';
import { record } from './setting-types.ts';

const TYPES: Readonly<Record<string, ValueType<unknown>>> = PRESET_VALUES;
const NAMES = Object.keys(PRESET_VALUES);

/** Presets of pictures by their names. */
export const presets = record(
  'an object of presets, each an object of parameters of picture under its name',
  {
    type: 'object',
    properties: Object.fromEntries(Object.entries(TYPES).map(([name, { schema }]) => [name, schema])),
    additionalProperties: false,
  },
  (name, value, reader) => {
    if (!/^[\w-]{1,64}$/.test(name)) return reader.wrong(name, 'a name of letters, digits, - and _, at most 64');
    const preset = readPreset(value, reader);
    return preset && ([name, preset] as const);
  },
);

function readPreset(value: unknown, reader: SettingReader): Preset | undefined {
  if (!isObject(value)) return reader.wrong(value, 'an object of parameters of picture');
  const preset: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
    const read = type
      ? reader.at(name, () => type.read(given, reader))
      : reader.wrong(name, `one of ${NAMES.join(', ')}`);
    if (read === undefined) return undefined;
    preset[name] = read;
  }
  return preset;
}
