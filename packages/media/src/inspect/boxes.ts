/**
 * A box of a file in the ISO base media file format (ISO/IEC 14496-12), such as HEIF and AVIF. JPEG 2000 and JPEG XL
 * use the same structure.
 */
export interface IsoBox {
  readonly type: string;
  /**
   * Offsets of the box, of its content and of the end of both. The end is limited to the available bytes, whatever the
   * box states.
   */
  readonly at: number;
  readonly contentAt: number;
  readonly end: number;
}

/** Yields the sibling boxes between two offsets, as far as a damaged file can be followed. */
export function* boxesIn(bytes: Buffer, from = 0, end = bytes.length): Generator<IsoBox> {
  for (let at = from; at + 8 <= end; ) {
    const short = bytes.readUInt32BE(at);
    // 1 means that an eight-byte length follows; 0 means that the box extends to the end.
    const header = short === 1 ? 16 : 8;
    if (at + header > end) return;
    const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short;
    if (length < header) return;
    const type = bytes.toString('latin1', at + 4, at + 8);
    yield { type, at, contentAt: at + header, end: Math.min(end, at + length) };
    at += length;
  }
}
