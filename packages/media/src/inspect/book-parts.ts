/** Names of the parts of an EPUB. */
import type { ZipParts } from '../../../core/src/platform/zip-file.ts';
import { attribute, startTags } from './zipped-xml.ts';

/** Returns the names of the parts that are encrypted, such as the chapters of a book that is lent. */
export async function encryptedParts(zip: ZipParts): Promise<ReadonlySet<string>> {
  const references = startTags(await zip.text('META-INF/encryption.xml'), 'CipherReference');
  const addresses = references.map((tag) => attribute(tag, 'URI') ?? '');
  return new Set([...addresses, ...addresses.map(decoded)]);
}

/** Returns the name that an address stands for, without its percent-encoding. */
export function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address; // invalid percent-encoding
  }
}
