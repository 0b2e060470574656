import type { WordColumns } from './segment.ts';

/** Returns the sorted words, and the new position of each by its old one. */
export function sortWords(words: readonly string[]): { vocabulary: WordColumns['vocabulary']; places: Uint32Array } {
  const order = [...words.keys()].sort((a, b) => ((words[a] as string) < (words[b] as string) ? -1 : 1));
  const places = new Uint32Array(words.length);
  const offsets = new Uint32Array(words.length + 1);
  const parts: Buffer[] = [];
  order.forEach((old, place) => {
    const part = Buffer.from(words[old] as string);
    places[old] = place;
    parts.push(part);
    offsets[place + 1] = (offsets[place] as number) + part.length;
  });
  return { vocabulary: { bytes: new Uint8Array(Buffer.concat(parts)), offsets }, places };
}
