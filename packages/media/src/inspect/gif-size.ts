import type { Size } from '../../../core/src/domain/geometry.ts';

/** Sizes of a screen that programs state without meaning them; so are those without an area, and longer ones. */
const NOT_MEANT: ReadonlySet<string> = new Set(['640x480', '640x512', '800x600', '1024x768', '1280x1024', '1600x1200']);
const LONGEST = 2048;

const SCREEN_AT = 6;
const BLOCKS_AT = 13;
const EXTENSION = 0x21;
const FRAME = 0x2c;

/**
 * Returns the size in which the image library draws a GIF: that of its screen, unless this is not meant, and at least so much
 * that the first frame fits. Undefined if the first frame is not within these bytes.
 */
export function gifSize(head: Buffer): Size | undefined {
  const flags = head[10] ?? 0;
  let at = BLOCKS_AT + ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1));
  while (head[at] === EXTENSION) {
    for (at += 2; (head[at] ?? 0) > 0; ) at += (head[at] ?? 0) + 1;
    at += 1;
  }
  if (head[at] !== FRAME || head.length < at + 9) return undefined;
  const [width, height] = [head.readUInt16LE(SCREEN_AT), head.readUInt16LE(SCREEN_AT + 2)];
  const isMeant =
    Math.min(width, height) > 0 && Math.max(width, height) <= LONGEST && !NOT_MEANT.has(`${width}x${height}`);
  const end = (of: number) => head.readUInt16LE(at + of) + head.readUInt16LE(at + of + 4);
  return { width: Math.max(isMeant ? width : 1, end(1)), height: Math.max(isMeant ? height : 1, end(3)) };
}
