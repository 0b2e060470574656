/**
 * Media types that are drawn although they contain no pixels. This file loads no decoder, so HTTP threads may import
 * it.
 */

/** Media types of 3D models that are drawn. */
export const MODEL_TYPES: readonly string[] = [
  'model/gltf-binary',
  'model/gltf+json',
  'model/obj',
  'model/ply',
  'model/stl',
];

export const SUBTITLE_TYPES: readonly string[] = [
  ...['text/vtt', 'application/x-subrip', 'text/x-ssa', 'text/x-sami', 'text/x-microdvd', 'text/x-sbv', 'text/x-lrc'],
];

/** Media types of texts whose beginning is drawn as a sheet of paper. */
export const SHEET_TYPES: ReadonlySet<string> = new Set([
  ...[
    'text/plain',
    'text/markdown',
    'text/csv',
    'text/tab-separated-values',
    'text/html',
    'text/css',
    'text/javascript',
  ],
  ...['text/calendar', 'text/vcard', 'application/xml', 'application/xhtml+xml', 'application/json'],
  ...['application/geo+json', 'application/yaml', ...SUBTITLE_TYPES, 'message/rfc822'],
]);

export const TIFF_TYPE = 'image/tiff';
export const DCX = 'image/x-dcx';
export const INDESIGN = 'application/x-indesign';
/** Media types whose pages have a size in pixels; those of all others are drawn at any. */
export const PIXEL_PAGED_TYPES: ReadonlySet<string> = new Set([TIFF_TYPE, DCX, INDESIGN]);
/** Media types of files that tell the sizes of their pages. */
export const PAGED_TYPES: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/vnd.adobe.illustrator',
  ...PIXEL_PAGED_TYPES,
]);

/** Media types of cameras' raw files. */
export const RAW_TYPES: readonly string[] = `
  image/x-adobe-dng image/x-canon-cr2 image/x-canon-cr3 image/x-canon-crw image/x-epson-erf image/x-fujifilm-raf image/x-gopro-gpr
  image/x-hasselblad-3fr image/x-hasselblad-fff image/x-kodak-dcr image/x-kodak-k25 image/x-kodak-kdc image/x-leica-rwl
  image/x-mamiya-mef image/x-minolta-mrw image/x-nikon-nef image/x-nikon-nrw image/x-olympus-orf image/x-panasonic-rw2
  image/x-pentax-pef image/x-raw image/x-samsung-srw image/x-sigma-x3f image/x-sony-arw image/x-sony-sr2 image/x-sony-srf`
  .trim()
  .split(/\s+/);

/** Media types that are drawn by a picture in the file, whose size and shape may differ from those of the file. */
export const EMBEDDED_TYPES: ReadonlySet<string> = new Set([
  ...RAW_TYPES,
  ...['application/postscript', 'application/eps', INDESIGN],
]);

/** Media types of the still pictures that only ffmpeg opens. It opens most of DDS, too. */
export const STILL_TYPES: readonly string[] = `
  image/x-portable-anymap image/x-tga image/x-pcx image/x-xpixmap image/x-exr image/x-xbitmap image/x-xwindowdump image/x-sgi
  image/x-sun-raster image/x-qoi image/jls image/x-portable-floatmap image/x-dpx`
  .trim()
  .split(/\s+/);
export const JXL = 'image/jxl';
export const DDS = 'image/vnd-ms.dds';
/** Media types that only ffmpeg draws. `drawn` of one that it can't draw is the size of the placeholder. */
export const FOR_FFMPEG: ReadonlySet<string> = new Set([...STILL_TYPES, DCX]);

/** Media types of all other pictures, and of documents, that are drawn. */
export const PICTURE_TYPES: ReadonlySet<string> = new Set([
  ...`image/jpeg image/webp image/gif image/png image/apng image/avif image/tiff image/heic image/heif image/heic-sequence
  image/heif-sequence image/svg+xml image/bmp image/x-icon image/x-cursor image/jp2 image/jpx image/j2c image/x-j2c image/jxl
  image/vnd.adobe.photoshop application/vnd.adobe.photoshop image/icns image/vnd.radiance image/fits application/pdf
  application/vnd.adobe.illustrator`.split(/\s+/),
  ...[...EMBEDDED_TYPES, ...STILL_TYPES, DDS, DCX],
]);
