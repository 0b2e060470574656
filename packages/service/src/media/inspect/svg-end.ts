import type { FileHandle } from 'node:fs/promises';

/** Bytes to check at the end. Content after the drawing, such as comments of editors, is usually shorter. */
const TAIL_BYTES = 64 * 1024;
const GZIP = 0x1f8b;
const UTF_16 = [0xfffe, 0xfeff];
/** Matches the end of the root element, or a root element without content. */
const END = /(?:<\/(?:[\w.-]+:)?svg\s*|\/)>$/i;

/**
 * Returns true for a truncated SVG text. Returns false if that can't be determined: for compressed files and UTF-16.
 */
export async function isCutSvg(file: FileHandle, head: Buffer, size: number): Promise<boolean> {
  const start = head.length < 2 ? 0 : head.readUInt16BE(0);
  if (start === GZIP || UTF_16.includes(start)) return false;
  const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
  await file.read(tail, 0, tail.length, size - tail.length);
  let text = tail.toString('latin1').trimEnd();
  for (;;) {
    const begin = text.endsWith('-->') ? '<!--' : text.endsWith('?>') ? '<?' : undefined;
    if (begin === undefined) return !END.test(text.slice(-200));
    const at = text.lastIndexOf(begin);
    if (at < 0) return false;
    text = text.slice(0, at).trimEnd();
  }
}
