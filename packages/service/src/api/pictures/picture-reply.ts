import type { PictureFormat } from '../../../../core/src/domain/picture-values.ts';
import { withExtension } from '../../downloads/file-names.ts';
import { type FileReply, openBytes } from '../replies.ts';
import type { DeliveredPicture } from './drawn-picture.ts';

/** Seconds that a cache may keep a placeholder (interface decisions 7), and what another try may show better. */
const SHORT_SECONDS = 60;

export const PICTURE_TYPES: Readonly<Record<PictureFormat, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
};

export const PICTURE_HEADERS = {
  'x-pages': 'Number of pages of the file; 0 if unknown',
  'x-placeholder': '`true` of a placeholder, which stands for what cannot be drawn',
};

/** Makes the reply with a picture of a version; `maxAge` is that of what is no placeholder. */
export function pictureReply(
  rendition: DeliveredPicture,
  { name, pages, maxAge }: { readonly name: string; readonly pages: number; readonly maxAge: FileReply['maxAge'] },
): FileReply {
  const { bytes, format, etag, isPlaceholder, isForNow = false, file } = rendition;
  const isKept = !isPlaceholder && !isForNow;
  return {
    mediaType: PICTURE_TYPES[format],
    disposition: { type: 'inline', fileName: withExtension(name, format) },
    etag,
    size: bytes.length,
    maxAge: isKept ? maxAge : SHORT_SECONDS,
    headers: {
      'x-pages': String(rendition.pages || pages),
      ...(isPlaceholder ? { 'x-placeholder': 'true' } : {}),
    },
    isPicture: true,
    isRepeatable: isKept,
    ...(file && { file }),
    open: openBytes(bytes),
  };
}
