const MOST_PAGES = 1023;

/** The mark of a fax (DCX), and a list of as many places as it may have pages, with the 0 that ends it. */
export const DCX_HEAD_BYTES = 4 * (MOST_PAGES + 2);

/** Where the pages of a fax begin, each a PCX picture, by the beginning of its file. */
export function dcxPlaces(head: Buffer): readonly number[] {
  const places: number[] = [];
  for (let at = 4; at + 4 <= head.length && places.length < MOST_PAGES; at += 4) {
    const place = head.readUInt32LE(at);
    if (place === 0) break;
    places.push(place);
  }
  return places;
}
