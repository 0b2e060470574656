/** Applies a download format to a file: plans the conversion, runs it, and refuses what is impossible. */

import { ApiError, invalidParameter } from '../../../core/src/domain/errors.ts';
import { FILE_CATEGORIES, type FileProperties } from '../../../core/src/domain/file-properties.ts';
import type { Conversion } from '../../../core/src/domain/model.ts';
import { readFully } from '../../../core/src/platform/byte-reader.ts';
import {
  type Chosen,
  type ConversionPlan,
  isOriginalEnough,
  mediaTypeOf,
  planDocument,
  planFilm,
  planPicture,
} from '../../../media/src/conversions/conversion-plan.ts';
import { misfitOf, ownKind } from '../../../media/src/conversions/misfit.ts';
import { layOut } from '../../../media/src/conversions/page-layout.ts';
import type { LastingReason } from '../../../media/src/derived/cannot-make.ts';
import { beginsWithPicture } from '../../../media/src/inspect/tiff-directories.ts';
import { withExtension } from '../downloads/file-names.ts';
import { readChosen } from './conversion-options.ts';
import { convertedFile, notReady } from './converted-file.ts';
import { type Delivery, damaged, noFile, originalDelivery, type Selection } from './delivery.ts';
import type { Context } from './operation.ts';
import { marksOf } from './pictures/marks.ts';

const NO_OPTIONS: ReadonlyMap<string, string> = new Map();

const PDF_SIGNATURE = '%PDF-';

/**
 * Plans the conversion of a file. Returns the function that finds or makes the converted file; undefined if the original
 * is delivered unchanged. Throws if the conversion does not apply to such a file.
 */
export function planConversion(selection: Selection): ((context: Context) => Promise<Delivery>) | undefined {
  const { parameter, asset, version, format, options = NO_OPTIONS } = selection;
  const chosen = readChosen(options, format);
  const { properties } = version;
  const isChanged = chosen.size !== undefined || chosen.crop !== undefined;
  if (!format?.conversion && !isChanged) return undefined;
  const what = format ? `download format ${format.id}` : 'the conversion';
  const refuse = (why: string) => invalidParameter(`${parameter}: ${what} does not apply to asset ${asset.id}: ${why}`);

  const { category } = properties;
  const own = ownKind(properties);
  const conversion = format?.conversion ?? (own && { to: own });
  if (!conversion) throw refuse('it is neither a picture nor a video');
  const { to } = conversion;
  const misfit = misfitOf(conversion, version, { chosen });
  if (misfit !== undefined) throw refuse(misfit);
  if (to === 'mp4' && chosen.crop) throw invalidParameter("crop: videos can't be cropped");
  if (to === 'pdf' && category !== FILE_CATEGORIES.image) {
    if (chosen.crop) throw invalidParameter("crop: a document can't be cropped as pdf");
    if (chosen.size) throw invalidParameter("width: a document can't be resized as pdf");
  }
  const isEnough = isOriginalEnough(conversion, properties, chosen);
  const plan = isEnough ? undefined : planOf(conversion, properties, chosen, options.get('crop') ?? '');
  const mayStay = plan === undefined || plan.mayStay;
  // A damaged original is no conversion: the caller asked for a file that opens.
  if (mayStay && properties.isDamaged) throw damaged(selection);
  if (plan === undefined) return undefined;
  return (context) => convert(selection, { to, plan: withMarks(plan, selection, context) }, context);
}

function planOf(conversion: Conversion, properties: FileProperties, chosen: Chosen, crop: string): ConversionPlan {
  const { to } = conversion;
  if (to === 'mp4') return planFilm(conversion, properties, chosen);
  if (to === 'pdf' && properties.category !== FILE_CATEGORIES.image) return planDocument(properties);
  const plan = planPicture({ ...conversion, to }, properties, chosen);
  const layout = plan.picture && layOut(plan, plan.picture);
  if (layout === 'crop_outside') throw outside(crop, plan.picture);
  if (layout === 'too_large') throw tooLarge(to);
  return plan;
}

/** Conversions without other metadata keep the marks of rights (extensions E1). */
function withMarks(plan: ConversionPlan, { asset, version }: Selection, { model }: Context): ConversionPlan {
  if (plan.kind === 'document' || plan.keepsMetadata) return plan;
  const marks = marksOf(asset, version, model);
  return marks === undefined ? plan : { ...plan, marks };
}

function outside(crop: string, picture: { width: number; height: number } | undefined): ApiError {
  const size = picture ? ` of ${picture.width} x ${picture.height} pixels` : '';
  return invalidParameter(`crop: "${crop}" cuts out nothing of the picture${size}`);
}

function tooLarge(to: string): ApiError {
  return invalidParameter(`format: the picture would have more pixels than a ${to} file may`);
}

/** Returns the converted file from the store, or converts it. */
async function convert(
  selection: Selection,
  { to, plan }: { readonly to: Conversion['to']; readonly plan: ConversionPlan },
  context: Context,
): Promise<Delivery> {
  const { services, onEnd } = context;
  if (plan.kind !== 'film' && plan.mayStay) {
    const original = await originalDelivery(selection, context);
    if (await (plan.kind === 'document' ? beginsAsPdf : beginsAsTiff)(original, context.signal)) return original;
  }
  const converted = await convertedFile({ ...selection, what: 'the download' }, plan, context);
  if (converted === 'original') return await originalDelivery(selection, context);
  if (typeof converted === 'string') throw cannot(converted, selection, to);
  const { crc32, etag } = converted;
  const held = await services.leaseDerived(converted);
  // The file was evicted since the lookup; a retry makes it again.
  if (!held) throw notReady(selection.parameter, 'the download', 1);
  onEnd(() => {
    // An error on closing no longer matters: the file has been read completely, or nobody wants it any more.
    held[Symbol.asyncDispose]().then(undefined, () => {});
  });
  return {
    ...selection,
    fileName: withExtension(selection.version.name, to),
    mediaType: mediaTypeOf(to),
    size: converted.size,
    crc32,
    etag,
    isOriginal: false,
    open: async (range, abort) => held.read(range, abort),
  };
}

async function beginsAsPdf(original: Delivery, signal: AbortSignal): Promise<boolean> {
  const head = await bytesAt(original, { start: 0, length: PDF_SIGNATURE.length }, signal);
  return head?.toString('latin1') === PDF_SIGNATURE;
}

async function beginsAsTiff(original: Delivery, signal: AbortSignal): Promise<boolean> {
  return await beginsWithPicture((start, length) => bytesAt(original, { start, length }, signal));
}

/** Reads so many bytes; undefined if the file ends before. */
async function bytesAt(
  { open, size }: Delivery,
  { start, length }: { readonly start: number; readonly length: number },
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  if (!Number.isSafeInteger(start) || start + length > size) return undefined;
  await using reader = await open({ start, end: start + length - 1 }, signal);
  const bytes = Buffer.alloc(length);
  await readFully(reader, bytes);
  return bytes;
}

function cannot(reason: LastingReason, selection: Selection, to: Conversion['to']): ApiError {
  const { parameter, asset, options } = selection;
  switch (reason) {
    case 'crop_outside':
      return outside(options?.get('crop') ?? '', undefined);
    case 'missing':
      return noFile(selection);
    case 'corrupt':
      return damaged(selection);
    case 'no_tool':
      return new ApiError('not_configured', `${parameter}: this service has no program that converts such files`);
    case 'too_large':
      return tooLarge(to);
    case 'unsupported':
    case 'no_such_page':
      return invalidParameter(`${parameter}: asset ${asset.id} can't be converted to ${to}`);
  }
}
