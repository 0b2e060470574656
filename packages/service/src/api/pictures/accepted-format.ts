import { acceptedTypes } from '../accepted-types.ts';

/** What a caller can show, as far as pictures depend on it. */
export type AcceptedFormat = 'avif' | 'webp' | 'other';

/**
 * Reads a header `Accept`: only media types that it names with a quality above 0 count (extensions E1). So of all headers
 * there are three kinds, and caches need no more than three variants of a picture.
 */
export function acceptedFormat(accept = ''): AcceptedFormat {
  const types = acceptedTypes(accept);
  if (types.has('image/avif')) return 'avif';
  return types.has('image/webp') ? 'webp' : 'other';
}
