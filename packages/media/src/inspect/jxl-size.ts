import { boxesIn } from './boxes.ts';

const CODESTREAM = 0xff0a;
const SIGNATURE_BYTES = 12;
/** Aspect ratios (width by height), by their index in the header. */
const RATIOS = [0, 1, 12 / 10, 4 / 3, 3 / 2, 16 / 9, 5 / 4, 2];
const LENGTHS = [9, 13, 18, 30];

/**
 * Returns the size of a JPEG XL picture as shown, from the head of its file; exiftool does not report its rotation. 0
 * means unknown.
 */
export function jxlSize(head: Buffer): { width: number; height: number } {
  const codestream = findCodestream(head);
  if (codestream === undefined) return { width: 0, height: 0 };
  const bits = bitReader(codestream.subarray(2));
  const isSmall = bits(1) === 1;
  const length = () => (isSmall ? (bits(5) + 1) * 8 : bits(LENGTHS[bits(2)] ?? 0) + 1);
  const height = length();
  const ratio = RATIOS[bits(3)] ?? 0;
  const width = ratio === 0 ? length() : Math.floor(height * ratio);
  const isPlain = bits(1) === 1;
  const orientation = !isPlain && bits(1) === 1 ? bits(3) + 1 : 1;
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

function findCodestream(head: Buffer): Buffer | undefined {
  if (head.length >= 2 && head.readUInt16BE(0) === CODESTREAM) return head;
  for (const { type, contentAt } of boxesIn(head, SIGNATURE_BYTES)) {
    if (type === 'jxlc') return head.subarray(contentAt);
    // A part begins with its four-byte number.
    if (type === 'jxlp') return head.subarray(contentAt + 4);
  }
  return undefined;
}

/** Creates a reader of numbers with a given count of bits, lowest bit first. Bits beyond the end are 0. */
function bitReader(bytes: Buffer): (count: number) => number {
  let at = 0;
  return (count) => {
    let value = 0;
    for (let bit = 0; bit < count; bit++, at++) value += (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) * 2 ** bit;
    return value;
  };
}
