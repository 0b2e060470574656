/** Forms of an asset that `preview&type=` asks for instead of a picture: a PDF, or the 3D model or animation itself. */

import { ApiError, invalidParameter } from '../../../../core/src/domain/errors.ts';
import { FILE_CATEGORIES } from '../../../../core/src/domain/file-properties.ts';
import type { Asset, Version } from '../../../../core/src/domain/model.ts';
import { networkOf } from '../../coordination/network-of.ts';
import { withExtension } from '../../downloads/file-names.ts';
import { LATER_SECONDS, overloaded } from '../converted-file.ts';
import { noFile, originalReply } from '../delivery.ts';
import { forbidden, mayDownloadOriginal } from '../formats.ts';
import type { Context } from '../operation.ts';
import { type FileReply, openBytes } from '../replies.ts';

const PDF = 'application/pdf';
const GIF = 'image/gif';

/** What is the file itself is asked for again on each use, because the right to download may be withdrawn. */
const ITSELF = { maxAge: 'no-cache', disposition: 'inline' } as const;

/** Responds to `preview&type=pdf` with a document as PDF: the file itself if it is a PDF, else one made of it, with `maxAge`. */
export async function previewPdf(
  asset: Asset,
  version: Version,
  maxAge: FileReply['maxAge'],
  context: Context,
): Promise<FileReply> {
  const { caller, services, signal, validity } = context;
  const { file, properties } = version;
  if (properties.mediaType === PDF) refuseOriginal(asset, context);
  if (properties.mediaType === PDF || properties.category === FILE_CATEGORIES.document)
    validity.refuse('preview', asset);
  const fileName = pdfName(version.name);
  if (properties.mediaType === PDF) {
    const options = { ...ITSELF, mediaType: PDF, fileName };
    const original = await originalReply({ parameter: 'preview', asset, version }, options, context);
    return { ...original, headers: { 'x-pages': String(properties.pages) } };
  }

  if (!file) throw new ApiError('file_not_found', `preview: asset ${asset.id} has no file`);
  if (properties.category !== FILE_CATEGORIES.document) throw noRendition(asset);
  const isStored = (await services.originals.size(file.sha256, { signal })) !== undefined;
  const source = { sha256: file.sha256, properties };
  const order = { source, pages: 'all', caller: networkOf(caller.address) } as const;
  const pdf = isStored && (await services.documents.pdf(order, { signal }));
  if (pdf === 'later')
    throw overloaded(`preview: no PDF could be made of asset ${asset.id} in time; try again`, LATER_SECONDS);
  if (!pdf) throw noRendition(asset);
  return {
    mediaType: PDF,
    disposition: { type: 'inline', fileName },
    maxAge,
    isSentThrough: true,
    etag: pdf.etag,
    size: pdf.bytes.length,
    headers: { 'x-pages': String(pdf.pages) },
    open: openBytes(pdf.bytes),
  };
}

/** Throws a 403 for callers who may not download the original, which these forms give away as tiles do. */
function refuseOriginal(asset: Asset, context: Context): void {
  if (mayDownloadOriginal(asset, context)) return;
  throw forbidden(`preview: asset ${asset.id} may not be downloaded, and so its file is not shown itself`, context);
}

function noRendition({ id }: Asset): ApiError {
  return invalidParameter(`type: asset ${id} has no PDF rendition`);
}

function pdfName(name: string): string {
  return /\.pdf$/i.test(name) ? name : withExtension(name, 'pdf');
}

/** Media types that 3D viewers in browsers expect, whatever type was detected for the file. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['glb', 'model/gltf-binary'],
  ['gltf', 'model/gltf+json'],
  ['obj', 'model/obj'],
  ['stl', 'model/stl'],
]);

/**
 * Responds with the 3D model itself, for a viewer in the browser. Only files with one of the configured extensions are
 * allowed.
 */
export async function modelFile(asset: Asset, version: Version, context: Context): Promise<FileReply> {
  const { extension, mediaType } = version.properties;
  if (!context.settings.preview.extensions3d.includes(extension)) {
    throw invalidParameter(`type: asset ${asset.id} is no 3D file that is delivered`);
  }
  refuseOriginal(asset, context);
  context.validity.refuse('preview', asset);
  const options = { ...ITSELF, mediaType: MEDIA_TYPES.get(extension) ?? mediaType };
  return await originalReply({ parameter: 'preview', asset, version }, options, context);
}

/** Responds with a GIF itself, because a picture shows only its first frame. It counts as no download. */
export async function animationFile(asset: Asset, version: Version, context: Context): Promise<FileReply> {
  if (!version.file) throw noFile({ parameter: 'preview', asset });
  if (version.properties.mediaType !== GIF) throw invalidParameter(`type: asset ${asset.id} is no GIF`);
  refuseOriginal(asset, context);
  context.validity.refuse('preview', asset);
  const options = { ...ITSELF, mediaType: GIF };
  return await originalReply({ parameter: 'preview', asset, version }, options, context);
}
