import { id, type Kind } from './kinds.ts';
import type { KeyedKind, ReferenceKind } from './reading.ts';

/** The ID of another object of the bundle or the catalogue. */
export function reference(kind: ReferenceKind): Kind<number> {
  return {
    ...id,
    read(value, reading) {
      const read = id.read(value, reading);
      if (read !== undefined) reading.references.refer(kind, read, reading);
      return read;
    },
  };
}

/** The key of an asset type or relation type of the bundle or the catalogue. */
export function keyOf(kind: KeyedKind): Kind<string> {
  const expected = `the key of ${kind === 'asset_type' ? 'an asset type' : 'a relation type'}`;
  return {
    expected,
    read(value, reading) {
      if (typeof value !== 'string') return reading.wrong(value, expected);
      reading.references.referByKey(kind, value, reading);
      return value;
    },
    write: (value) => value,
  };
}
