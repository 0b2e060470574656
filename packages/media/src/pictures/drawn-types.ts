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
  ...['text/vtt', 'text/calendar', 'text/vcard', 'application/xml', 'application/xhtml+xml', 'application/json'],
  ...['application/geo+json', 'application/yaml', 'application/x-subrip', 'message/rfc822'],
]);
