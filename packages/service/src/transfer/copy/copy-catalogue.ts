import type { Catalogue, CatalogueWriter, Changes } from '../../catalogue/catalogue.ts';
import type { ImportLock } from '../../catalogue/imports.ts';
import type { Records } from '../../catalogue/records.ts';
import type { Review } from '../../reviews/store/review.ts';
import { filesOfAsset, filesOfFormats, type UsedFile } from '../files-in-use.ts';
import type { Batch } from './contents.ts';
import { type Summary, summaryOf } from './summary.ts';

type ReviewKey = Pick<Review, 'asset' | 'user' | 'date'>;

/** What the copy has before the transaction, so that it can remove what the source no longer has. */
interface FormerContents {
  readonly nodes: Set<number>;
  readonly assets: Set<number>;
  readonly reviews: Map<string, ReviewKey>;
}

/**
 * Makes a catalogue a copy of another in one transaction, and returns what was copied. `copyFile` is called for every file
 * before the commit, because the source may have got new ones since its originals were copied. Rejects with
 * DifferentCatalogue, with the signal's reason, and with failures of the stores.
 */
export async function copyCatalogue(options: {
  readonly from: Pick<Catalogue, 'openRecords'>;
  /** Identity of the source. */
  readonly identity: string;
  readonly to: {
    readonly catalogue: Pick<Catalogue, 'openRecords'>;
    readonly writer: CatalogueWriter;
    readonly lock: ImportLock;
  };
  readonly signal: AbortSignal;
  copyFile(used: UsedFile): Promise<void>;
  /** Called before the transaction ends, which can't be interrupted. */
  beforeCommit(): Promise<void>;
  onProgress(objects: number): void;
}): Promise<Summary> {
  const { from, identity, to, signal, copyFile, beforeCommit, onProgress } = options;
  const former = await formerContents(to.catalogue);
  await using records = await from.openRecords();
  const { model, lastIds } = records;
  return await to.writer.change(
    async (changes) => {
      await changes.becomeCopy({ identity, lastIds });
      await changes.putLanguages(model.languages, model.defaultLanguage);
      const take = async (batch: Batch) => {
        for (const used of filesOf(batch)) await copyFile(used);
        await put(changes, batch, former);
      };
      const summary = await summaryOf(records, { signal, take, onProgress });
      await removeRest(changes, former);
      await beforeCommit();
      return summary;
    },
    { lock: to.lock },
  );
}

async function formerContents(catalogue: Pick<Catalogue, 'openRecords'>): Promise<FormerContents> {
  await using records = await catalogue.openRecords();
  const assets = new Set<number>();
  for await (const batch of records.assets()) for (const { id } of batch) assets.add(id);
  const reviews = new Map<string, ReviewKey>();
  for await (const batch of records.reviews()) {
    for (const { asset, user, date } of batch) reviews.set(keyOf({ asset, user, date }), { asset, user, date });
  }
  return { nodes: new Set(idsOfNodes(records)), assets, reviews };
}

function idsOfNodes({ model }: Records): Iterable<number> {
  return Array.from(model.trees.nodes(), ({ id }) => id);
}

function filesOf(batch: Batch): readonly UsedFile[] {
  if (batch.kind === 'asset') return batch.objects.flatMap(filesOfAsset);
  return batch.kind === 'download_format' ? filesOfFormats(batch.objects) : [];
}

/** Puts the objects, and takes them out of `former`. */
async function put(changes: Changes, batch: Batch, former: FormerContents): Promise<void> {
  switch (batch.kind) {
    case 'text':
      return await changes.putTexts(batch.objects);
    case 'pin':
      return await changes.putPins(batch.objects);
    case 'review':
      for (const review of batch.objects) {
        former.reviews.delete(keyOf(review));
        await changes.putReview(review);
      }
      return;
    case 'node':
      for (const node of batch.objects) {
        former.nodes.delete(node.id);
        await changes.put('node', node);
      }
      return;
    case 'asset':
      // A store across a network reads them together.
      await changes.records(batch.objects.map(({ id }) => id));
      for (const asset of batch.objects) {
        former.assets.delete(asset.id);
        await changes.put('asset', asset);
      }
      return;
    default:
      for (const definition of batch.objects) await changes.put(batch.kind, definition);
  }
}

async function removeRest(changes: Changes, { nodes, assets, reviews }: FormerContents): Promise<void> {
  for (const review of reviews.values()) await changes.removeReview(review);
  for (const id of assets) await changes.remove('asset', id);
  for (const id of nodes) await changes.remove('node', id);
}

function keyOf({ asset, user, date }: ReviewKey): string {
  return `${asset} ${user} ${date}`;
}
