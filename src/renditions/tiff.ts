const HEADER_BYTES = 8;
const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;

/** A TIFF in memory whose pixels are still to be filled in: the way to hand over decoded pixels with their colour profile. */
export interface BlankTiff {
  /** The whole file. */
  readonly file: Buffer;
  /** RGBA, 8 bits, row by row from the top left, alpha not premultiplied; shares its memory with `file`. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** `profile` is an ICC profile for RGB; without one the pixels are sRGB. */
export function blankTiff(options: { width: number; height: number; profile?: Buffer | undefined }): BlankTiff {
  const { width, height, profile } = options;
  const pixelBytes = width * height * 4;
  const depthsAt = HEADER_BYTES + pixelBytes;
  const profileAt = depthsAt + 8;
  const profileBytes = profile === undefined ? 0 : profile.length;
  const directoryAt = profileAt + profileBytes + (profileBytes % 2);

  // Tag, type, count, value or offset; ascending by tag as the format demands.
  const entries: [number, number, number, number][] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, 4, depthsAt],
    [259, SHORT, 1, 1], // not compressed
    [262, SHORT, 1, 2], // RGB
    [273, LONG, 1, HEADER_BYTES],
    [277, SHORT, 1, 4],
    [278, LONG, 1, height],
    [279, LONG, 1, pixelBytes],
    [284, SHORT, 1, 1], // channels side by side
    [338, SHORT, 1, 2], // the fourth is plain alpha
  ];
  if (profile !== undefined) entries.push([34675, UNDEFINED, profileBytes, profileAt]);

  const file = Buffer.from(new ArrayBuffer(directoryAt + 2 + entries.length * 12 + 4));
  file.write('II*\0', 0, 'latin1');
  file.writeUInt32LE(directoryAt, 4);
  for (let channel = 0; channel < 4; channel++) file.writeUInt16LE(8, depthsAt + channel * 2);
  profile?.copy(file, profileAt);
  file.writeUInt16LE(entries.length, directoryAt);
  let at = directoryAt + 2;
  for (const [tag, type, count, value] of entries) {
    file.writeUInt16LE(tag, at);
    file.writeUInt16LE(type, at + 2);
    file.writeUInt32LE(count, at + 4);
    file.writeUInt32LE(value, at + 8);
    at += 12;
  }
  return { file, pixels: new Uint8ClampedArray(file.buffer, HEADER_BYTES, pixelBytes) };
}
