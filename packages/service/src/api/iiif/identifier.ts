/** Identifiers of pictures in IIIF addresses: an asset, and a version and a page where others than the usual ones are meant. Pure. */

export interface ImageIdentifier {
  readonly asset: number;
  /** Absent: the current one. */
  readonly version?: number;
  /** From 0. Absent: the first. */
  readonly page?: number;
}

const NUMBER = /^(?:0|[1-9]\d{0,14})$/;
/** In the order in which they are written. */
const KEYS = ['version', 'page'] as const;

/**
 * Reads a decoded identifier: `1047`, `1047;version=2`, `1047;page=3` or `1047;version=2;page=3`, also in another order.
 * Undefined for anything else.
 */
export function readIdentifier(text: string): ImageIdentifier | undefined {
  const [asset = '', ...rest] = text.split(';');
  if (!NUMBER.test(asset)) return undefined;
  const found: { version?: number; page?: number } = {};
  for (const each of rest) {
    const [name = '', value = '', ...more] = each.split('=');
    const key = KEYS.find((one) => one === name);
    if (!key || found[key] !== undefined || more.length > 0 || !NUMBER.test(value)) return undefined;
    found[key] = Number(value);
  }
  return { asset: Number(asset), ...found };
}

/** Writes an identifier in its only order. */
export function identifierText({ asset, ...rest }: ImageIdentifier): string {
  return [asset, ...KEYS.flatMap((key) => (rest[key] === undefined ? [] : [`${key}=${rest[key]}`]))].join(';');
}
