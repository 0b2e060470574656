/**
 * Turns what a request selects into a response: one file, or a ZIP of several. Files are named after their version, or
 * by a module of the operator.
 */
import { hash } from 'node:crypto';
import { extname } from 'node:path';
import { forEachWithLimit } from '../../../core/src/concurrency/for-each-with-limit.ts';
import { epochOf } from '../../../core/src/domain/dates.ts';
import { invalidParameter } from '../../../core/src/domain/errors.ts';
import { textIn } from '../../../core/src/domain/text.ts';
import { DamagedFile, readAhead } from '../downloads/checked-reader.ts';
import type { SentPart } from '../downloads/download-log.ts';
import { safeFileName, uniqueFileNames } from '../downloads/file-names.ts';
import { zipLayout } from '../downloads/zip-layout.ts';
import { openZip } from '../downloads/zip-stream.ts';
import { planConversion } from './conversion.ts';
import { type Delivery, damaged, originalDelivery, replyWith, type Selection, wholeFileReply } from './delivery.ts';
import { formattedFields } from './entries.ts';
import { extensionFailed, type FileNameResolver, type FileToName, type NamingContext } from './extensions.ts';
import type { Context } from './operation.ts';
import { type FileReply, tagOf } from './replies.ts';

/** Maximum number of files or conversions that one request processes in parallel. */
const AT_ONCE = 8;

/**
 * Bytes of a ZIP that are read before the response starts. Damage found in them produces an error instead of a
 * truncated file.
 */
const CHECKED_BYTES = 256 * 1024;

/** Errors of every operation that sends downloads. */
export const DOWNLOAD_ERRORS = [
  ...(['asset_not_found', 'version_not_found', 'format_not_found', 'not_permitted', 'asset_not_valid'] as const),
  ...(['file_not_found', 'not_configured', 'extension_failed'] as const),
];

/** Throws if a request asks for more assets than `download.maxAssets`. */
export function refuseTooMany(parameter: string, count: number, { settings }: Context): void {
  const { maxAssets } = settings.download;
  if (count > maxAssets) {
    throw invalidParameter(`${parameter}: ${count} assets are more than the ${maxAssets} of one download`);
  }
}

/**
 * Finds or makes the files of all selections and returns them in order. Rejects with the error of one of them.
 * Selections whose error satisfies `mayBeLeftOut` are missing from the result instead.
 */
export async function deliverAll(
  selections: readonly Selection[],
  context: Context,
  mayBeLeftOut: (error: unknown) => boolean = () => false,
): Promise<readonly Delivery[]> {
  const { services, signal } = context;
  // Plans everything first, so that nothing is converted for a request that fails anyway.
  const plans = selections.flatMap((selection) => {
    try {
      return [{ selection, convert: planConversion(selection) }];
    } catch (error) {
      if (mayBeLeftOut(error)) return [];
      throw error;
    }
  });
  const deliveries: (Delivery | undefined)[] = [];
  const admit = admitInto(services.conversionStoreBytes);
  await forEachWithLimit(plans.entries(), { atOnce: AT_ONCE, signal }, async ([place, { selection, convert }]) => {
    const making = convert ? convert(context) : originalDelivery(selection, context);
    const delivery = await making.catch((error: unknown) => {
      if (!mayBeLeftOut(error)) throw error;
    });
    if (!delivery) return;
    admit(delivery);
    deliveries[place] = delivery;
  });
  return deliveries.filter((each) => each !== undefined);
}

/**
 * Returns a check that throws once the converted files of a request together exceed the store. The store could never
 * hold all of them: while one is sent, the others would be evicted.
 */
export function admitInto(
  storeBytes: number,
): (delivery: Pick<Delivery, 'parameter' | 'isOriginal' | 'etag' | 'size'>) => void {
  const converted = new Set<string>();
  let total = 0;
  return ({ parameter, isOriginal, etag, size }) => {
    if (isOriginal || converted.has(etag)) return;
    converted.add(etag);
    total += size;
    if (converted.size < 2 || total <= storeBytes) return;
    const megabytes = storeBytes / 2 ** 20;
    throw invalidParameter(
      `${parameter}: the converted files together are larger than the ${megabytes} MB of one download; ask for fewer`,
    );
  };
}

/** Returns the function that counts what this caller has been sent of a file. */
function countsFor(
  assets: readonly number[],
  etag: string,
  { services, caller, viewer }: Pick<Context, 'services' | 'caller' | 'viewer'>,
): (part: SentPart) => void {
  // A hash, because a ZIP may have thousands of assets, and the main process remembers thousands of keys.
  const key = hash('sha256', [caller.address, viewer.userId, etag, ...assets].join(' '), 'base64url');
  return (part) => services.downloads.count(assets, { key, part });
}

/** Responds with one file as an attachment, named as the caller wants, without the extension, or after its version. */
export async function singleReply(delivery: Delivery, context: Context, name?: string): Promise<FileReply> {
  const wanted = name === undefined ? delivery.fileName : name + extname(delivery.fileName);
  const fileName = await fileNameOf({ ...delivery, fileName: wanted }, context);
  return {
    ...replyWith(delivery, { fileName, disposition: 'attachment', maxAge: 'no-cache' }, context),
    onSent: countsFor([delivery.asset.id], delivery.etag, context),
  };
}

/** Responds with a ZIP of several files. All its bytes are determined before the response starts. */
export async function zipReply(deliveries: readonly Delivery[], context: Context, name = 'assets'): Promise<FileReply> {
  const names: string[] = [];
  for (const delivery of deliveries) names.push(await fileNameOf(delivery, context));
  const unique = uniqueFileNames(names);
  const members = deliveries.map(({ size, crc32, etag, version }, place) => {
    const date = epochOf(version.date, context.timeZone);
    return { name: unique[place] ?? '', size, crc32, date, etag };
  });
  const layout = zipLayout(members);
  const assets = [...new Set(deliveries.map(({ asset }) => asset.id))];
  const etag = zipTag(members.map(({ name, date, etag }) => [name, date, etag]));
  return {
    ...wholeFileReply({
      fileName: safeFileName(`${name}.zip`),
      mediaType: 'application/zip',
      disposition: 'attachment',
      maxAge: 'no-cache',
      size: layout.size,
      etag,
      open: async (range, signal) => {
        const { start, end } = range ?? { start: 0, end: layout.size - 1 };
        const bytes = openZip(layout, deliveries, { start, end }, signal);
        try {
          return await readAhead(bytes, Math.min(end - start + 1, CHECKED_BYTES));
        } catch (error) {
          const broken = error instanceof DamagedFile && deliveries[error.place];
          throw broken ? damaged(broken, error) : error;
        }
      },
    }),
    onSent: countsFor(assets, etag, context),
  };
}

/**
 * Computes the entity tag of a ZIP. It changes with the name, date or bytes of any member and with the way members are
 * packed.
 */
function zipTag(members: readonly unknown[]): string {
  return tagOf(JSON.stringify(['zip 2', members]));
}

/**
 * Returns the name of a delivered file, safe on every operating system. Rejects with `extension_failed` if the resolver
 * fails or does not return a text.
 */
async function fileNameOf(
  { fileName: name, asset, version, format }: Pick<Delivery, 'fileName' | 'asset' | 'version' | 'format'>,
  context: Context,
): Promise<string> {
  const { services, settings, locale, timeZone, model } = context;
  const path = settings.download.fileNames;
  const resolve = path === null ? undefined : services.fileNames.get(path);
  if (!resolve) return safeFileName(name);
  const toName: FileToName = {
    asset: asset.id,
    version: version.version,
    name,
    format: format && { id: format.id, name: textIn(format.name, locale, model) },
    field: (id) => {
      const field = model.infoFields.get(id);
      return field && formattedFields(asset.fields, [field], context)[String(id)];
    },
  };
  return safeFileName(await resolved(resolve, toName, { locale, timeZone }));
}

async function resolved(resolve: FileNameResolver, file: FileToName, context: NamingContext): Promise<string> {
  const refusal = (why: string, cause: unknown) =>
    extensionFailed(`download: the file names of this service ${why} for asset ${file.asset}`, cause);
  let name: unknown;
  try {
    name = await resolve(file, context);
  } catch (cause) {
    throw refusal('failed', cause);
  }
  if (typeof name !== 'string')
    throw refusal('gave no text', new Error(`download.fileNames: a ${typeof name} is no file name`));
  return name;
}
