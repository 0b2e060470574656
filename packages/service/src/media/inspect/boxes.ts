/** A box of a file in ISO's base media file format (ISO/IEC 14496-12), such as HEIF and AVIF; JPEG 2000 and JPEG XL have the same. */
export interface Box {
  readonly type: string;
  /** Where the box begins, where its content does, and where both end: at the last byte there is, whatever the box claims. */
  readonly at: number;
  readonly contentAt: number;
  readonly end: number;
}

/** The boxes that stand side by side between two places, as far as a damaged file can be followed. */
export function* boxesIn(bytes: Buffer, from = 0, end = bytes.length): Generator<Box> {
  for (let at = from; at + 8 <= end; ) {
    const short = bytes.readUInt32BE(at);
    // 1: the length has eight bytes of its own; 0: the box goes to the end.
    const header = short === 1 ? 16 : 8;
    if (at + header > end) return;
    const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short;
    if (length < header) return;
    const type = bytes.toString('latin1', at + 4, at + 8);
    yield { type, at, contentAt: at + header, end: Math.min(end, at + length) };
    at += length;
  }
}
