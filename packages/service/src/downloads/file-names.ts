/** Names of delivered files: in any script, and taken by Windows, macOS and Linux. Pure. */

/** Bytes of UTF-8. Systems take 255; the rest is for what browsers and unpackers add. */
export const MAX_NAME_BYTES = 240;
/** What stands behind the last dot is no extension if it is longer. */
const MAX_EXTENSION_BYTES = 32;

/** Separators and what Windows or shells refuse, controls, and marks that turn the direction of reading, so that no name lies. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Names of devices on Windows, whatever the extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])\s*(?:\.|$)/i;

/** A name with another extension: `dawn.tif` as `jpg` is `dawn.jpg`. A name without one gets it. */
export function withExtension(name: string, extension: string): string {
  return `${splitName(name).base}.${extension}`;
}

/** The name as it may be delivered. One that is safe stays as it is, in Unicode's composed form. */
export function safeFileName(name: string): string {
  const plain = name.toWellFormed().normalize('NFC').replace(UNSAFE, '_');
  const trimmed = plain.replace(/^\s+|[\s.]+$/gu, '').replace(/^\./, '_');
  if (trimmed === '') return 'file';
  return shortened(DEVICE.test(trimmed) ? `_${trimmed}` : trimmed, '');
}

/**
 * The same safe names, each once: of those that differ in nothing but case, the later ones become `name (2).ext`, `name (3).ext`
 * and so on. A name that only one file has is never taken from it.
 */
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

/** Two names with the same key are one file on a system that doesn't heed case. */
function keyOf(name: string): string {
  return name.toUpperCase().normalize('NFC');
}

function splitName(name: string): { readonly base: string; readonly extension: string } {
  const dot = name.lastIndexOf('.');
  return dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_EXTENSION_BYTES
    ? { base: name.slice(0, dot), extension: name.slice(dot) }
    : { base: name, extension: '' };
}

/** The name with an addition before its extension, no longer than may be: its base is cut between characters as people see them. */
function shortened(name: string, addition: string): string {
  const { base, extension } = splitName(name);
  const room = MAX_NAME_BYTES - Buffer.byteLength(addition + extension);
  if (Buffer.byteLength(base) <= room) return base + addition + extension;
  let kept = '';
  let bytes = 0;
  // No character that stays begins behind the room.
  for (const { segment } of CHARACTERS.segment(base.slice(0, room))) {
    bytes += Buffer.byteLength(segment);
    if (bytes > room) break;
    kept += segment;
  }
  return (kept.replace(/[\s.]+$/u, '') || 'file') + addition + extension;
}

const CHARACTERS = new Intl.Segmenter('und', { granularity: 'grapheme' });
