import { ApiError } from '../../domain/errors.ts';
import { FILE_CATEGORIES } from '../../domain/file-properties.ts';
import type { Asset, Version } from '../../domain/model.ts';
import { withExtension } from '../../downloads/file-names.ts';
import type { Context } from '../operation.ts';
import { originalFile } from '../original-file.ts';
import type { FileReply } from '../replies.ts';

const PDF = 'application/pdf';

/** Responds to `preview&type=pdf` with a document as PDF: the file itself if it is a PDF, else a converted one. */
export async function previewPdf(
  asset: Asset,
  version: Version,
  maxAge: FileReply['maxAge'],
  context: Pick<Context, 'services' | 'settings' | 'signal'>,
): Promise<FileReply> {
  const { services, signal } = context;
  const { file, properties } = version;
  const disposition = { type: 'inline', fileName: pdfName(version.name) } as const;
  if (properties.mediaType === PDF) {
    const original = await originalFile('preview', asset, version, context, {
      mediaType: PDF,
      maxAge,
      disposition: 'inline',
    });
    return { ...original, disposition, headers: { 'x-pages': String(properties.pages) } };
  }

  if (!file) throw new ApiError('file_not_found', `preview: asset ${asset.id} has no file`);
  if (properties.category !== FILE_CATEGORIES.document) throw noRendition(asset);
  const path = await services.originals.localPath(file.sha256, { signal });
  const pdf = path && (await services.renditions.pdf({ sha256: file.sha256, path, properties }, { signal }));
  if (!pdf) throw noRendition(asset);
  return {
    mediaType: PDF,
    disposition,
    maxAge,
    isSentThrough: true,
    etag: pdf.etag,
    size: pdf.bytes.length,
    headers: { 'x-pages': String(pdf.pages) },
    open: async (range) => (range ? pdf.bytes.subarray(range.start, range.end + 1) : pdf.bytes),
  };
}

function noRendition({ id }: Asset): ApiError {
  return new ApiError('parameter_invalid', `type: asset ${id} has no PDF rendition`);
}

function pdfName(name: string): string {
  return /\.pdf$/i.test(name) ? name : withExtension(name, 'pdf');
}
