const MAX_PAGES = 1023;

/**
 * Size of the largest head of a fax (DCX) in bytes: the signature, and an offset for each possible page, ended by a 0.
 */
export const DCX_HEAD_BYTES = 4 * (MAX_PAGES + 2);

/** Reads the offsets of a fax's pages, each a PCX picture, from the beginning of its file. */
export function dcxPlaces(head: Buffer): readonly number[] {
  const places: number[] = [];
  for (let at = 4; at + 4 <= head.length && places.length < MAX_PAGES; at += 4) {
    const place = head.readUInt32LE(at);
    if (place === 0) break;
    places.push(place);
  }
  return places;
}
