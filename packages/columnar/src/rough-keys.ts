/** Maximum length of a number in digits; longer ones are sorted by the collation alone. */
const LONGEST_NUMBER = 60;
const ZERO = 48;
const NINE = 57;

/** Makes keys of characters up to 255 whose order is near a collation's; wrong keys cost time, not order. */
export function roughKeys(compare: (a: string, b: string) => number): (text: string) => string {
  const weights = weightsOf(compare);
  let room = Buffer.alloc(1024);
  return (text) => {
    // A number takes two more characters than it has digits.
    if (text.length * 3 > room.length) room = Buffer.alloc(text.length * 6);
    let end = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (!isDigit(code)) {
        room[end++] = code < 128 ? (weights[code] as number) : weightBeyond(code, weights);
        continue;
      }
      // Numbers sort by their length without leading zeros, then by their digits.
      let first = i;
      while (text.charCodeAt(first) === ZERO) first += 1;
      let last = first;
      while (isDigit(text.charCodeAt(last))) last += 1;
      room[end++] = weights[ZERO] as number;
      room[end++] = Math.min(last - first, LONGEST_NUMBER) + 1;
      for (let digit = first; digit < last; digit++) room[end++] = text.charCodeAt(digit);
      i = last - 1;
    }
    return room.toString('latin1', 0, end);
  };
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Returns the positions of the ASCII characters in the collation; both cases of a letter share one. */
function weightsOf(compare: (a: string, b: string) => number): Uint8Array {
  const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const sorted = [...new Set(characters.map((each) => each.toLowerCase()))].sort(compare);
  // Above the lengths of numbers, so that weights and lengths never collide.
  return Uint8Array.from(characters, (each) => sorted.indexOf(each.toLowerCase()) + LONGEST_NUMBER + 10);
}

/** Returns the weight of a non-ASCII character: that of its base letter, otherwise one after all of ASCII. */
function weightBeyond(code: number, weights: Uint8Array): number {
  const base = String.fromCharCode(code).normalize('NFD').charCodeAt(0);
  return base < 128 ? (weights[base] as number) : 255;
}
