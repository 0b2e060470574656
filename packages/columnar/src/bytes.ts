/** Whole numbers below 2^32 as bytes of seven bits, the lowest first. */
export class Bytes {
  /** Others where `makeRoom` has made them longer. */
  bytes: Uint8Array;
  /** Where the next number is. */
  at = 0;

  constructor(bytes: Uint8Array | number) {
    this.bytes = typeof bytes === 'number' ? new Uint8Array(bytes) : bytes;
  }

  read(): number {
    const { bytes } = this;
    let byte = bytes[this.at++] as number;
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[this.at++] as number;
      value |= (byte & 127) << shift;
    }
    return value >>> 0;
  }

  write(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.bytes[this.at++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.bytes[this.at++] = rest;
  }

  /** Writes bytes of others. */
  copy(from: Uint8Array, start: number, end: number): void {
    this.makeRoom(end - start);
    const { bytes, at } = this;
    // A few mostly, for which a subarray costs far more than a loop.
    for (let i = start; i < end; i++) bytes[at + i - start] = from[i] as number;
    this.at = at + end - start;
  }

  /** Makes room for so many bytes more. */
  makeRoom(length: number): void {
    if (this.at + length <= this.bytes.length) return;
    const longer = new Uint8Array((this.at + length) * 2);
    longer.set(this.bytes);
    this.bytes = longer;
  }

  skip(numbers: number): void {
    const { bytes } = this;
    let at = this.at;
    for (let left = numbers; left > 0; ) if ((bytes[at++] as number) < 128) left -= 1;
    this.at = at;
  }
}
