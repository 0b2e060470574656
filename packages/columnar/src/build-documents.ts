/** Adds the documents of a batch of assets to a segment that is being built. */

import type { Asset } from '../../core/src/domain/model.ts';
import { splitWords } from '../../core/src/domain/split-words.ts';
import type { DocumentBuilder } from './document-words.ts';
import type { IndexedState } from './index-source.ts';

const MAX_IDS = 1000;

/** The doc of the first asset is `firstDoc`. */
export async function addDocuments(
  to: DocumentBuilder,
  batch: readonly Asset[],
  firstDoc: number,
  documents: IndexedState['documents'],
): Promise<void> {
  const docs = new Map(batch.map(({ id }, place) => [id, firstDoc + place]));
  const ids = [...docs.keys()];
  for (let at = 0; at < ids.length; at += MAX_IDS) {
    for await (const texts of documents(ids.slice(at, at + MAX_IDS))) {
      for (const [id, { pages }] of texts) to.add(docs.get(id) as number, pages.map(splitWords));
    }
  }
}
