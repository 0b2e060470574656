import type { FileHandle } from 'node:fs/promises';

/** What stands behind the drawing, such as comments of editors, is shorter as a rule. */
const TAIL_BYTES = 64 * 1024;
const GZIP = 0x1f8b;
const UTF_16 = [0xfffe, 0xfeff];
/** The end of the root, or of one without content. */
const END = /(?:<\/(?:[\w.-]+:)?svg\s*|\/)>$/i;

/** True for an SVG text that stops in the middle. False where that can't be told: for compressed ones and for UTF-16. */
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
