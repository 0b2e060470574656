/** Sizes of the parts of a GIF, in bytes. */
const PARTS = { head: 13, picture: 10, extension: 2, codeSize: 1 } as const;

/** The first bytes of blocks. */
const [PICTURE, EXTENSION] = [0x2c, 0x21];

/** True if a GIF has more than one frame. */
export function hasManyFrames(file: Uint8Array): boolean {
  const byteAt = (place: number) => file[place] ?? 0;
  const colours = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  let place = PARTS.head + colours(byteAt(10));
  for (let frames = 0; place < file.length; place += 1) {
    if (byteAt(place) === PICTURE) {
      frames += 1;
      if (frames > 1) return true;
      place += PARTS.picture + colours(byteAt(place + 9)) + PARTS.codeSize;
    } else if (byteAt(place) === EXTENSION) place += PARTS.extension;
    else return false;
    // Each block goes on in pieces, which begin with their length, and ends with an empty one.
    while (byteAt(place) > 0) place += byteAt(place) + 1;
  }
  return false;
}
