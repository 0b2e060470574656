/**
 * Returns the size of the largest icon of an ICO file, from its directory; exiftool returns the first icon's. 0 means
 * unknown.
 */
export function icoSize(head: Buffer): { width: number; height: number } {
  let best = { width: 0, height: 0 };
  const count = head.length < 6 ? 0 : head.readUInt16LE(4);
  for (let at = 6; at < 6 + count * 16 && at + 16 <= head.length; at += 16) {
    // Width and height are one byte each, in which 0 means 256.
    const width = head[at] || 256;
    const height = head[at + 1] || 256;
    if (width * height > best.width * best.height) best = { width, height };
  }
  return best;
}
