/** Longest number that is read, in bytes; real ones have at most 25. */
const MAX_DIGITS = 64;
const POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

const BACKSLASH = 0x5c;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

const isBlank = (byte: number) => byte === 0x20 || byte === 0x09;
const isLineEnd = (byte: number | undefined) => byte === 0x0a || byte === 0x0d;

/**
 * Reads words and numbers from a text without creating strings for the whole of it. Lines end with a line feed, a carriage
 * return, or both, and a line that ends with a backslash goes on in the next.
 */
export class Words {
  readonly #bytes: Uint8Array;
  readonly #text: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#text = bytes;
    if (bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) this.at = BYTE_ORDER_MARK.length;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  nextLine(): void {
    const bytes = this.#bytes;
    let at = this.at;
    while (at < bytes.length && !isLineEnd(bytes[at]))
      at = (bytes[at] === BACKSLASH ? this.#continuedAt(at) : undefined) ?? at + 1;
    this.at = at + 1;
  }

  /** Returns the next word of this line; empty at the end of the line. */
  word(): string {
    this.#skipBlanks();
    const start = this.at;
    this.leaveWord();
    return this.at - start > MAX_DIGITS ? '?' : this.#text.toString('latin1', start, this.at);
  }

  /** Returns the next number of this line; NaN if there is none. */
  number(): number {
    this.#skipBlanks();
    const bytes = this.#bytes;
    const start = this.at;
    let at = start;
    const isNegative = bytes[at] === 0x2d;
    if (isNegative || bytes[at] === 0x2b) at += 1;
    let digits = 0;
    let value = 0;
    let decimals = 0;
    let isFraction = false;
    for (; ; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x30 && byte <= 0x39) {
        value = value * 10 + byte - 0x30;
        digits += 1;
        if (isFraction) decimals += 1;
      } else if (byte === 0x2e && !isFraction) isFraction = true;
      else break;
    }
    // Exponents, words such as "nan", and numbers with too many digits to be exact need the slow parser.
    if ((bytes[at] ?? 0) > 0x20 || digits === 0 || digits > 15) return this.#slowNumber();
    this.at = at;
    const size = value / (POWERS[decimals] ?? Number.NaN);
    return isNegative ? -size : size;
  }

  /** Returns the next integer, up to a blank or slash; NaN if there is none. */
  integer(): number {
    const bytes = this.#bytes;
    const isNegative = bytes[this.at] === 0x2d;
    if (isNegative) this.at += 1;
    const start = this.at;
    let value = 0;
    for (; this.at < bytes.length; this.at += 1) {
      const byte = bytes[this.at] ?? 0;
      if (byte < 0x30 || byte > 0x39) break;
      value = value * 10 + byte - 0x30;
    }
    if (this.at === start) return Number.NaN;
    return isNegative ? -value : value;
  }

  /** Skips the next byte and returns true if it equals `byte`; else returns false. */
  skips(byte: number): boolean {
    if (this.#bytes[this.at] !== byte) return false;
    this.at += 1;
    return true;
  }

  /** Skips the rest of the current word. */
  leaveWord(): void {
    const bytes = this.#bytes;
    while (this.at < bytes.length && (bytes[this.at] ?? 0) > 0x20) {
      if (bytes[this.at] === BACKSLASH && isLineEnd(bytes[this.at + 1])) return;
      this.at += 1;
    }
  }

  /** Returns true if this line has another word. */
  hasWord(): boolean {
    this.#skipBlanks();
    return this.at < this.#bytes.length && !isLineEnd(this.#bytes[this.at]);
  }

  #slowNumber(): number {
    const word = this.word();
    return word === '' ? Number.NaN : Number(word);
  }

  #skipBlanks(): void {
    for (;;) {
      const next: number | undefined = isBlank(this.#bytes[this.at] ?? 0) ? this.at + 1 : this.#continuedAt(this.at);
      if (next === undefined) return;
      this.at = next;
    }
  }

  /** Returns where the line goes on if it ends here with a backslash. */
  #continuedAt(at: number): number | undefined {
    const bytes = this.#bytes;
    if (bytes[at] !== BACKSLASH || !isLineEnd(bytes[at + 1])) return undefined;
    return bytes[at + 1] === 0x0d && bytes[at + 2] === 0x0a ? at + 3 : at + 2;
  }
}
