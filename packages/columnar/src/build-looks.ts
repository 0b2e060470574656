import { readFeatures } from '../../core/src/domain/features.ts';
import type { Asset, Version } from '../../core/src/domain/model.ts';
import { Growing } from './columns.ts';
import { allDocs } from './docs.ts';
import type { LookSegment } from './kin.ts';
import { FIRST_WORDS, REST_BYTES, writeLook } from './looks.ts';
import { LOOK, type LookColumns, NO_LOOK, PENDING } from './segment.ts';

/** Collects what the pictures of docs look like, in the order of the docs. */
export function openLookBuilder() {
  const states: number[] = [];
  const files = new Growing();
  const found: { readonly doc: number; readonly features: Int8Array }[] = [];
  let hasFiles = false;

  return {
    add({ file, properties: { features } }: Pick<Version, 'file' | 'properties'>): void {
      hasFiles ||= file !== undefined;
      files.push(file ? Number.parseInt(file.sha256.slice(0, 8), 16) : 0);
      files.push(file ? Number.parseInt(file.sha256.slice(8, 16), 16) : 0);
      const read = file && features !== undefined ? readFeatures(features) : undefined;
      if (read) found.push({ doc: states.length, features: read });
      states.push(read ? LOOK : file && features === undefined ? PENDING : NO_LOOK);
    },
    columns(): LookColumns {
      const docs = found.length === 0 ? 0 : states.length;
      const first = new Uint32Array(docs * FIRST_WORDS);
      const rest = new Uint8Array(docs * REST_BYTES);
      for (const { doc, features } of found) writeLook({ first, rest }, doc, features);
      return {
        states: Uint8Array.from(states),
        first,
        rest,
        files: hasFiles ? files.column() : new Uint32Array(),
      };
    },
  };
}

/** Collects the looks of all assets alone, for those who need no index. */
export async function lookSegmentOf(batches: AsyncIterable<readonly Asset[]>): Promise<LookSegment> {
  const looks = openLookBuilder();
  const ids: number[] = [];
  for await (const batch of batches) {
    for (const { id, active } of batch) {
      ids.push(id);
      looks.add(active);
    }
  }
  const all = allDocs(ids.length);
  return { columns: { ids: Float64Array.from(ids), looks: looks.columns() }, allDocs: () => all };
}
