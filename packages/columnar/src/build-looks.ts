import { FEATURE_BYTES, readFeatures } from '../../core/src/domain/features.ts';
import type { Asset, Version } from '../../core/src/domain/model.ts';
import { Growing } from './columns.ts';
import { allDocs } from './docs.ts';
import type { LookSegment } from './kin.ts';
import { FIRST_WORDS, REST_BYTES, writeLook } from './looks.ts';
import { LOOK, type LookColumns, NO_LOOK, PENDING } from './segment.ts';

/** Collects what the pictures of docs look like, in the order of the docs. */
export function openLookBuilder() {
  const states = new Growing();
  const files = new Growing();
  /** The docs that have features, and these. */
  const found = new Growing();
  const features = new Growing();
  let hasFiles = false;

  return {
    add({ file, properties: { features: text } }: Pick<Version, 'file' | 'properties'>): void {
      hasFiles ||= file !== undefined;
      files.push(file ? Number.parseInt(file.sha256.slice(0, 8), 16) : 0);
      files.push(file ? Number.parseInt(file.sha256.slice(8, 16), 16) : 0);
      const read = file && text !== undefined ? readFeatures(text) : undefined;
      if (read) {
        found.push(states.length);
        for (const feature of read) features.push(feature & 0xff);
      }
      states.push(read ? LOOK : file && text === undefined ? PENDING : NO_LOOK);
    },
    columns(): LookColumns {
      const docs = found.length === 0 ? 0 : states.length;
      const first = new Uint32Array(docs * FIRST_WORDS);
      const rest = new Uint8Array(docs * REST_BYTES);
      const looks = features.column(Uint8Array);
      for (const [i, doc] of found.column().entries()) {
        const at = looks.byteOffset + i * FEATURE_BYTES;
        writeLook({ first, rest }, doc, new Int8Array(looks.buffer, at, FEATURE_BYTES));
      }
      return {
        states: states.column(Uint8Array),
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
