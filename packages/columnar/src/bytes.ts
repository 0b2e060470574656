/** Whole numbers below 2^32 as bytes of seven bits, the lowest first. */
export class Bytes {
  readonly bytes: Uint8Array;
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

  skip(numbers: number): void {
    const { bytes } = this;
    let at = this.at;
    for (let left = numbers; left > 0; ) if ((bytes[at++] as number) < 128) left -= 1;
    this.at = at;
  }
}
