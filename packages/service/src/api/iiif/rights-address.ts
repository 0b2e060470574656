import { licenceOf } from '../../../../core/src/licences/licence.ts';

const KNOWN = /^https?:\/\/(?:creativecommons\.org\/(?:licenses|publicdomain)|rightsstatements\.org\/vocab)\//;

/** Returns the address of a licence that IIIF documents may name, which has no `https:`; undefined for any other licence. */
export function rightsAddress(licence: string): string | undefined {
  const { url } = licenceOf(licence);
  return url !== undefined && KNOWN.test(url) ? url.replace(/^https:/, 'http:') : undefined;
}
