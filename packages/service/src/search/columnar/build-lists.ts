import type { DocLists } from './segment.ts';

/** Inverts keys per doc into docs per key. The keys of a doc are at `offsets[doc]` up to `offsets[doc + 1]`. */
export function docsByKey(offsets: Uint32Array, keys: Uint32Array, keyCount: number): DocLists {
  const starts = new Uint32Array(keyCount + 1);
  for (let i = 0; i < keys.length; i++) {
    const next = (keys[i] as number) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let key = 0; key < keyCount; key++) starts[key + 1] = (starts[key + 1] as number) + (starts[key] as number);
  const cursors = starts.slice();
  const docs = new Uint32Array(keys.length);
  for (let doc = 0; doc + 1 < offsets.length; doc++) {
    for (let i = offsets[doc] as number; i < (offsets[doc + 1] as number); i++) {
      const key = keys[i] as number;
      const at = cursors[key] as number;
      cursors[key] = at + 1;
      docs[at] = doc;
    }
  }
  return { offsets: starts, docs };
}
