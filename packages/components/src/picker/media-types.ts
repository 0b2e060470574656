/** Extensions by media type. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg jpeg jpe jfif',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/heic': 'heic heif',
  'image/tiff': 'tif tiff',
  'image/bmp': 'bmp',
  'image/svg+xml': 'svg svgz',
  'image/vnd.adobe.photoshop': 'psd psb',
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/postscript': 'ps eps ai',
  'application/zip': 'zip',
  'video/mp4': 'mp4 m4v',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
  'video/mpeg': 'mpg mpeg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg oga opus',
  'audio/flac': 'flac',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'text/html': 'html htm',
  'application/json': 'json',
  'model/gltf-binary': 'glb',
  'model/gltf+json': 'gltf',
  'model/obj': 'obj',
  'model/stl': 'stl',
};

/** Returns the extensions of files of these media types; none for one that is not known. */
export function extensionsOf(types: readonly string[]): readonly string[] {
  return types.flatMap((type) => (Object.hasOwn(MEDIA_TYPES, type) ? (MEDIA_TYPES[type]?.split(' ') ?? []) : []));
}

/** Returns the media type of files with this extension; undefined if it is not known. */
export function mediaTypeOf(extension: string): string | undefined {
  return Object.keys(MEDIA_TYPES).find((type) => MEDIA_TYPES[type]?.split(' ').includes(extension));
}
