/** Compares two catalogues of any size by counts and hashes, of which a part of a thousand IDs has one. */
import { createHash, type Hash } from 'node:crypto';
import type { Records } from '../../catalogue/records.ts';
import { nodeContent, recordContent } from '../../catalogue/same.ts';
import { type Batch, batchesOf } from './contents.ts';

const IDS_PER_PART = 1000;

export interface Summary {
  /** Number of objects by kind. */
  readonly counts: ReadonlyMap<string, number>;
  /** Hash of the content by the name of the part, such as `asset 1000 to 1999`. */
  readonly parts: ReadonlyMap<string, string>;
}

/** Begins the summary of records whose batches the caller adds. */
function openSummary({ model, lastIds }: Records) {
  const counts = new Map<string, number>();
  const parts = new Map<string, string>();
  const { languages, defaultLanguage } = model;
  parts.set('languages', JSON.stringify([languages, defaultLanguage]));
  parts.set('last IDs', JSON.stringify([lastIds.node, lastIds.asset]));
  let open: { readonly name: string; readonly hash: Hash } | undefined;

  function close(): void {
    if (open) parts.set(open.name, open.hash.digest('hex'));
    open = undefined;
  }

  return {
    add: (batch: Batch): void => {
      counts.set(batch.kind, (counts.get(batch.kind) ?? 0) + batch.objects.length);
      for (const { id, content } of linesOf(batch)) {
        const name = partOf(batch.kind, id);
        if (open?.name !== name) {
          close();
          open = { name, hash: createHash('sha256') };
        }
        open.hash.update(content).update('\n');
      }
    },
    end: (): Summary => {
      close();
      return { counts, parts };
    },
  };
}

/** Reads everything, and has each batch taken before the next one is read. Rejects with the signal's reason. */
export async function summaryOf(
  records: Records,
  {
    signal,
    take,
    onProgress,
  }: { readonly signal: AbortSignal; take?(batch: Batch): Promise<void>; onProgress(objects: number): void },
): Promise<Summary> {
  const summary = openSummary(records);
  let done = 0;
  for await (const batch of batchesOf(records)) {
    signal.throwIfAborted();
    await take?.(batch);
    summary.add(batch);
    done += batch.objects.length;
    onProgress(done);
  }
  return summary.end();
}

/** Returns one sentence for each kind whose number differs, and for each part whose content does. */
export function differencesOf(from: Summary, to: Summary): readonly string[] {
  const kinds = [...new Set([...from.counts.keys(), ...to.counts.keys()])];
  const names = [...new Set([...from.parts.keys(), ...to.parts.keys()])];
  return [
    ...kinds
      .filter((kind) => (from.counts.get(kind) ?? 0) !== (to.counts.get(kind) ?? 0))
      .map(
        (kind) =>
          `the copy has ${to.counts.get(kind) ?? 0} objects of kind ${kind} instead of ${from.counts.get(kind) ?? 0}`,
      ),
    ...names
      .filter((name) => from.parts.get(name) !== to.parts.get(name))
      .map((name) => `${name}: the copy differs from its source`),
  ];
}

/** PINs and texts have no IDs, so each kind is one part. */
function partOf(kind: Batch['kind'], id: number | undefined): string {
  if (id === undefined) return kind;
  const first = Math.floor(id / IDS_PER_PART) * IDS_PER_PART;
  return `${kind} ${first} to ${first + IDS_PER_PART - 1}`;
}

function linesOf(batch: Batch): Iterable<{ readonly id: number | undefined; readonly content: string }> {
  switch (batch.kind) {
    case 'asset':
      return batch.objects.map((asset) => ({
        id: asset.id,
        content: `${asset.id} ${recordContent(asset)} ${asset.source?.stamp}`,
      }));
    case 'node':
      return batch.objects.map((node) => ({ id: node.id, content: `${node.id} ${nodeContent(node)}` }));
    case 'review':
      return batch.objects.map((review) => ({ id: review.asset, content: inKeyOrder(review) }));
    case 'text':
    case 'pin':
      return batch.objects.map((object) => ({ id: undefined, content: inKeyOrder(object) }));
    default:
      return batch.objects.map((definition) => ({ id: definition.id, content: JSON.stringify(definition) }));
  }
}

/** Serialises an object whose keys may be in any order. */
function inKeyOrder(object: object): string {
  return JSON.stringify(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}
