/** Writes the documents of assets to an index: of all, or of those that a change concerns. */

import type { IndexedState } from '../../../columnar/src/index-source.ts';
import type { Asset } from '../../../core/src/domain/model.ts';
import { Bulk } from './bulk.ts';
import type { Client } from './client.ts';
import { documentOf } from './documents.ts';
import { KEEP_ALIVE } from './points-in-time.ts';

/** Number of assets that are read at a time. */
const BATCH = 500;
/** Number of IDs in an answer, and of nodes in a question. */
const MAX_IDS = 10_000;

export interface Target {
  readonly client: Client;
  /** Alias of the index to write to. */
  readonly alias: string;
  readonly timeZone: string;
  readonly signal: AbortSignal;
}

/** Writes all assets of a state. `tell` gets the number of those that are written, from time to time. */
export async function writeAll(state: IndexedState, target: Target, tell: (count: number) => void): Promise<void> {
  const bulk = new Bulk(target.client, { alias: target.alias, revision: state.model.revision });
  let count = 0;
  for await (const assets of state.assets()) {
    target.signal.throwIfAborted();
    await putAll(assets, state, target, bulk);
    count += assets.length;
    tell(count);
  }
  await bulk.end();
}

/** Writes or removes these assets, whichever of them there are in the state. */
export async function writeSome(ids: readonly number[], state: IndexedState, target: Target): Promise<void> {
  const bulk = new Bulk(target.client, { alias: target.alias, revision: state.model.revision });
  for (let at = 0; at < ids.length; at += BATCH) {
    target.signal.throwIfAborted();
    const some = ids.slice(at, at + BATCH);
    const assets = await state.assetsOf(some);
    await putAll(assets, state, target, bulk);
    const there = new Set(assets.map(({ id }) => id));
    for (const id of some) if (!there.has(id)) await bulk.remove(id);
  }
  await bulk.end();
}

async function putAll(
  assets: readonly Asset[],
  state: IndexedState,
  { timeZone }: Pick<Target, 'timeZone'>,
  bulk: Bulk,
): Promise<void> {
  const { model } = state;
  const byId = new Map(assets.map((asset) => [asset.id, asset]));
  const ids = [...byId.keys()];
  const ratings = await state.ratings(ids, timeZone);
  const put = (asset: Asset, document?: Parameters<typeof documentOf>[1]['document']) =>
    bulk.put(asset.id, documentOf(asset, { model, timeZone, rating: ratings.get(asset.id), document }));
  // Texts of files may be long, so that only a few are in memory at a time.
  for await (const texts of state.documents(ids)) {
    for (const [id, document] of texts) {
      await put(byId.get(id) as Asset, document);
      byId.delete(id);
    }
  }
  for (const asset of byId.values()) await put(asset);
}

/** Returns the assets that are linked to any of these nodes at a point in time. */
export async function assetsAt(nodes: readonly number[], pit: string, target: Target): Promise<Set<number>> {
  const found = new Set<number>();
  for (let at = 0; at < nodes.length; at += MAX_IDS) {
    const terms = { l: nodes.slice(at, at + MAX_IDS).map(String) };
    for (let last: number | undefined; ; ) {
      target.signal.throwIfAborted();
      const { body } = await target.client.send<{
        hits: { hits: readonly { sort: readonly [number] }[] };
      }>({
        method: 'POST',
        path: '/_search?allow_partial_search_results=false',
        body: {
          pit: { id: pit, keep_alive: KEEP_ALIVE },
          query: { bool: { filter: [{ terms }] } },
          size: MAX_IDS,
          stored_fields: '_none_',
          track_total_hits: false,
          sort: [{ id: 'asc' }],
          ...(last !== undefined && { search_after: [last] }),
        },
      });
      const ids = body.hits.hits.map(({ sort }) => sort[0]);
      for (const id of ids) found.add(id);
      last = ids.at(-1);
      if (ids.length < MAX_IDS) break;
    }
  }
  return found;
}
