const START_OF_IMAGE_BYTES = 2;

/** Adds an EXIF orientation (1 to 8) to a JPEG, which must not have one already. */
export function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0MM\0*\0\0\0\x08', 'latin1'),
    // One entry (tag, type, count, value, padding), then no further directory.
    Buffer.from([0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]),
  ]);
  const segment = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, START_OF_IMAGE_BYTES), segment, exif, jpeg.subarray(START_OF_IMAGE_BYTES)]);
}
