/** Turns the orders of a request into a response: one file, or a ZIP of several. */
import { createHash } from 'node:crypto';
import { forEachWithLimit } from '../concurrency/for-each-with-limit.ts';
import { ApiError } from '../domain/errors.ts';
import { DamagedFile } from '../downloads/checked-reader.ts';
import { uniqueFileNames } from '../downloads/file-names.ts';
import { readAhead } from '../downloads/read-ahead.ts';
import { zipLayout } from '../downloads/zip-layout.ts';
import { openZip } from '../downloads/zip-stream.ts';
import type { ByteRange } from '../originals/originals.ts';
import { conversionOf } from './conversion.ts';
import { type Deliverable, type DeliveryOrder, deliverableOf } from './deliverable.ts';
import { fileNameOf } from './file-names.ts';
import type { Context } from './operation.ts';
import { checkedWhole, fileReplyOf, sentBy } from './original-file.ts';
import type { FileReply } from './replies.ts';

/** A deliverable together with its order. */
export interface Delivered {
  readonly order: DeliveryOrder;
  readonly deliverable: Deliverable;
}

/** Maximum number of files or conversions that one request processes in parallel. */
const AT_ONCE = 8;

/**
 * Bytes of a ZIP that are read before the response starts. Damage found in them produces an error instead of a
 * truncated file.
 */
const CHECKED_BYTES = 256 * 1024;

/** Throws if a request asks for more assets than `download.maxAssets`. */
export function refuseTooMany(parameter: string, count: number, { settings }: Context): void {
  const { maxAssets } = settings.download;
  if (count > maxAssets) {
    throw new ApiError(
      'parameter_invalid',
      `${parameter}: ${count} assets are more than the ${maxAssets} of one download`,
    );
  }
}

/**
 * Finds or makes the files of all orders and returns them in the order of the orders. Rejects with the error of one of
 * them. Orders whose error satisfies `mayBeLeftOut` are missing from the result instead.
 */
export async function deliverAll(
  orders: readonly DeliveryOrder[],
  context: Context,
  mayBeLeftOut: (error: unknown) => boolean = () => false,
): Promise<readonly Delivered[]> {
  // Checks all orders first, so that nothing is converted for a request that fails anyway.
  const wanted = orders.filter((order) => {
    try {
      conversionOf(order);
      return true;
    } catch (error) {
      if (mayBeLeftOut(error)) return false;
      throw error;
    }
  });
  const delivered: (Delivered | undefined)[] = [];
  const admit = admitInto(context.services.conversionStoreBytes);
  await forEachWithLimit(wanted.entries(), { atOnce: AT_ONCE, signal: context.signal }, async ([place, order]) => {
    const deliverable = await deliverableOf(order, context).catch((error: unknown) => {
      if (!mayBeLeftOut(error)) throw error;
    });
    if (!deliverable) return;
    admit(order, deliverable);
    delivered[place] = { order, deliverable };
  });
  return delivered.filter((each) => each !== undefined);
}

/**
 * Returns a check that throws once the converted files of a request together exceed the store. The store could never
 * hold all of them: while one is sent, the others would be evicted.
 */
export function admitInto(
  storeBytes: number,
): (order: Pick<DeliveryOrder, 'parameter'>, deliverable: Pick<Deliverable, 'isOriginal' | 'etag' | 'size'>) => void {
  const converted = new Set<string>();
  let total = 0;
  return ({ parameter }, { isOriginal, etag, size }) => {
    if (isOriginal || converted.has(etag)) return;
    converted.add(etag);
    total += size;
    if (converted.size < 2 || total <= storeBytes) return;
    const megabytes = storeBytes / 2 ** 20;
    throw new ApiError(
      'parameter_invalid',
      `${parameter}: the converted files together are larger than the ${megabytes} MB of one download; ask for fewer`,
    );
  };
}

/** Responds with one file as an attachment. */
export async function singleReply({ order, deliverable }: Delivered, context: Context): Promise<FileReply> {
  const fileName = await fileNameOf(deliverable.fileName, order, context);
  const reply = fileReplyOf(checkedWhole(deliverable), { fileName, disposition: 'attachment', maxAge: 'no-cache' });
  return {
    ...reply,
    ...sentBy(deliverable, context),
    onSent: () => context.services.downloads.count([order.asset.id]),
  };
}

/** Responds with a ZIP of several files. All its bytes are determined before the response starts. */
export async function zipReply(delivered: readonly Delivered[], context: Context): Promise<FileReply> {
  const names: string[] = [];
  for (const { order, deliverable } of delivered) names.push(await fileNameOf(deliverable.fileName, order, context));
  const unique = uniqueFileNames(names);
  const members = delivered.map(({ order, deliverable: { size, crc32 } }, place) => {
    return { name: unique[place] ?? '', size, crc32, date: order.version.date };
  });
  const layout = zipLayout(members);
  const sources = delivered.map(({ deliverable }) => deliverable);
  const zip = {
    mediaType: 'application/zip',
    size: layout.size,
    etag: tagOf(members.map(({ name, date }, place) => [name, date, sources[place]?.etag])),
    open: async (range: ByteRange | undefined, signal: AbortSignal) => {
      const { start, end } = range ?? { start: 0, end: layout.size - 1 };
      const bytes = openZip(layout, sources, { start, end }, signal);
      try {
        return await readAhead(bytes, Math.min(end - start + 1, CHECKED_BYTES));
      } catch (error) {
        throw error instanceof DamagedFile ? damaged(delivered[error.place]?.order, error) : error;
      }
    },
  };
  const assets = [...new Set(delivered.map(({ order }) => order.asset.id))];
  return {
    ...fileReplyOf(zip, { fileName: 'assets.zip', disposition: 'attachment', maxAge: 'no-cache' }),
    onSent: () => context.services.downloads.count(assets),
  };
}

function damaged(order: DeliveryOrder | undefined, cause: DamagedFile): ApiError {
  const { parameter = 'download', asset } = order ?? {};
  return new ApiError('file_not_found', `${parameter}: the file of asset ${asset?.id} is damaged`, { cause });
}

/**
 * Computes the entity tag of a ZIP. It changes with the name, date or bytes of any member and with the way members are
 * packed.
 */
function tagOf(members: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify(['zip 2', members]))
    .digest('base64url')
    .slice(0, 27);
}
