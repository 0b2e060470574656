/** What the operations of all IIIF interfaces have in common. */
import type { EndpointSettings } from '../../config/endpoint-settings.ts';

/** Where pictures need signed addresses, which viewers can't make, IIIF is off unless it is switched on (extensions E1). */
export function isOffered({ iiif, picture }: EndpointSettings): boolean {
  return iiif.enabled ?? picture.allow !== 'signed';
}

/** Media types of the documents of an interface, such as `image/3`: the standard's own, and JSON. */
export function documentTypes(version: string): readonly [string, string] {
  return [`application/ld+json;profile="${contextOf(version)}"`, 'application/json'];
}

/** Address of the JSON-LD context of an interface. */
export function contextOf(version: string): string {
  return `http://iiif.io/api/${version}/context.json`;
}

/** Where Presentation API documents are, below a base address. */
export const PRESENTATION = 'iiif/presentation/3';

/** Reads a number as addresses have it; undefined for any other text, and for one that is read rounded. */
export function readNumber(text: string): number | undefined {
  const number = Number(text);
  return /^(?:0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(number) ? number : undefined;
}
