/**
 * Creates names of delivered files: in any script, and valid on Windows, macOS and Linux. Pure. A file is named after
 * its version, a converted one with the new extension, or by the operator's module `download.fileNames`;
 * `api/download-replies.ts` makes each name safe and, in a ZIP, which has no folders, unique.
 */

/** Limit of a name in bytes of UTF-8. Systems allow 255; the rest is for what browsers and archive programs append. */
export const MAX_NAME_BYTES = 240;
/** Limit of an extension in bytes; a longer text after the last dot is not an extension. */
const MAX_EXTENSION_BYTES = 32;

/** Separators, what Windows or shells reject, control characters, and marks that turn the reading direction. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Names of Windows devices, which are reserved with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])\s*(?:\.|$)/i;

/** Replaces the extension: `dawn.tif` with `jpg` becomes `dawn.jpg`. Adds it to a name without one. */
export function withExtension(name: string, extension: string): string {
  return `${splitName(name).base}.${extension}`;
}

/** Returns a safe form of a name. A name that is already safe changes only to Unicode's composed form (NFC). */
export function safeFileName(name: string): string {
  const plain = name.toWellFormed().normalize('NFC').replace(UNSAFE, '_');
  const trimmed = plain.replace(/^\s+|[\s.]+$/gu, '').replace(/^\./, '_');
  if (trimmed === '') return 'file';
  return shortened(DEVICE.test(trimmed) ? `_${trimmed}` : trimmed, '');
}

/** Makes safe names unique, ignoring case: duplicates become `name (2).ext`; a name of only one file stays. */
export function uniqueFileNames(names: readonly string[]): readonly string[] {
  const reserved = new Set(names.map(keyOf));
  const met = new Set<string>();
  const numbers = new Map<string, number>();
  return names.map((name) => {
    const key = keyOf(name);
    if (!met.has(key)) {
      met.add(key);
      return name;
    }
    for (let number = numbers.get(key) ?? 2; ; number += 1) {
      const numbered = shortened(name, ` (${number})`);
      const own = keyOf(numbered);
      if (reserved.has(own)) continue;
      reserved.add(own);
      numbers.set(key, number + 1);
      return numbered;
    }
  });
}

/** Names with the same key are the same file on a case-insensitive system. */
function keyOf(name: string): string {
  return name.toUpperCase().normalize('NFC');
}

function splitName(name: string): { readonly base: string; readonly extension: string } {
  const dot = name.lastIndexOf('.');
  return dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_EXTENSION_BYTES
    ? { base: name.slice(0, dot), extension: name.slice(dot) }
    : { base: name, extension: '' };
}

/** Inserts `addition` before the extension, and cuts the base to the limit between grapheme clusters. */
function shortened(name: string, addition: string): string {
  const { base, extension } = splitName(name);
  const room = MAX_NAME_BYTES - Buffer.byteLength(addition + extension);
  if (Buffer.byteLength(base) <= room) return base + addition + extension;
  let kept = '';
  let bytes = 0;
  // A UTF-16 unit takes at least one byte, so no character beyond `room` units can fit.
  for (const { segment } of CHARACTERS.segment(base.slice(0, room))) {
    bytes += Buffer.byteLength(segment);
    if (bytes > room) break;
    kept += segment;
  }
  return (kept.replace(/[\s.]+$/u, '') || 'file') + addition + extension;
}

const CHARACTERS = new Intl.Segmenter('und', { granularity: 'grapheme' });
