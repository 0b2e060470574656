/** What a caller can show, as far as pictures depend on it. */
export const ACCEPTED_FORMATS = ['avif', 'webp', 'other'] as const;
export type AcceptedFormat = (typeof ACCEPTED_FORMATS)[number];

/**
 * Reads a header `Accept`: only media types that it names with a quality above 0 count (extensions E1). So of all headers
 * there are three kinds, and caches need no more than three variants of a picture.
 */
export function acceptedFormat(accept = ''): AcceptedFormat {
  let best: AcceptedFormat = 'other';
  for (const entry of accept.split(',')) {
    const [name = '', ...parameters] = entry.split(';');
    const type = name.trim().toLowerCase();
    if (type !== 'image/avif' && type !== 'image/webp') continue;
    if (!(qualityOf(parameters) > 0)) continue;
    if (type === 'image/avif') return 'avif';
    best = 'webp';
  }
  return best;
}

function qualityOf(parameters: readonly string[]): number {
  const written = parameters.map((each) => /^\s*q\s*=(.*)$/is.exec(each)?.[1]).find((each) => each !== undefined);
  return written === undefined ? 1 : Number(written);
}
