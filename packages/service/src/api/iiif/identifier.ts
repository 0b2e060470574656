/** Identifiers of pictures in IIIF addresses: an asset, with version and page where others than the usual ones are meant. */
import { readNumber } from './offered.ts';

export interface ImageIdentifier {
  readonly asset: number;
  /** Absent: the current one. */
  readonly version?: number;
  /** From 0. Absent: the first. */
  readonly page?: number;
}

/** In the order in which they are written. */
const KEYS = ['version', 'page'] as const;

/**
 * Reads a decoded identifier: `1047`, `1047;version=2`, `1047;page=3` or `1047;version=2;page=3`, also in another order.
 * Undefined for anything else.
 */
export function readIdentifier(text: string): ImageIdentifier | undefined {
  const [asset = '', ...rest] = text.split(';');
  const id = readNumber(asset);
  if (id === undefined) return undefined;
  const found: { version?: number; page?: number } = {};
  for (const each of rest) {
    const [name = '', value = '', ...more] = each.split('=');
    const key = KEYS.find((one) => one === name);
    const number = readNumber(value);
    if (!key || found[key] !== undefined || more.length > 0 || number === undefined) return undefined;
    found[key] = number;
  }
  return { asset: id, ...found };
}

/** Writes an identifier in its only order. */
export function identifierText({ asset, ...rest }: ImageIdentifier): string {
  return [asset, ...KEYS.flatMap((key) => (rest[key] === undefined ? [] : [`${key}=${rest[key]}`]))].join(';');
}
