import { isUtf8 } from 'node:buffer';

/** Reads texts of formats that declare no encoding, or that programs write in another one. */

const WINDOWS = new TextDecoder('windows-1252');
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes bytes as UTF-8 if they are that, and else as Windows-1252. */
export function readUndeclared(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return WINDOWS.decode(bytes);
  }
}

// These encodings map every byte to a character, so the mapping can be reversed exactly.
const charactersOf = (label: string) =>
  Array.from(new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)));
const LATIN = placesOf(charactersOf('windows-1252'));
const MAC = placesOf(charactersOf('macintosh'));
/** PDF's own encoding is that of Latin-1, but for the bytes from 0x18 to 0x1f and from 0x80 to 0xa0; U+FFFD stands for none. */
const PDF = placesOf([
  ...[...Array(0x18).fill('\ufffd'), ...'˘ˇˆ˙˝˛˚˜', ...Array(0x60).fill('\ufffd')],
  ...'•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\ufffd€',
]);

/**
 * Corrects a text that was decoded as Latin-1 or Windows-1252 though nothing declared that. Many programs write UTF-8 into
 * IPTC, RIFF, PNG and ID3, so that `é` shows as `Ã©`; real Latin-1 text practically never is well-formed UTF-8.
 */
export function readUndeclaredUtf8(text: string): string {
  const bytes = bytesOf(text, LATIN);
  return bytes === undefined ? text : readUndeclared(bytes);
}

/** Does the same for a text that was decoded as that of old Macs. */
export function readUndeclaredMac(text: string): string {
  const bytes = bytesOf(text, MAC);
  return bytes === undefined ? text : readUndeclared(bytes);
}

/** Names of languages within a text of a PDF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are between escape characters.
const LANGUAGE_CODES = /\x1b[a-z]{2}(?:-?[a-z]{2})?\x1b/gi;

/**
 * Corrects a text of a PDF that is in UTF-8, as of PDF 2.0, but was decoded as PDF's own encoding. Leaves out what isn't for
 * readers.
 */
export function readPdfText(text: string): string {
  const bytes = bytesOf(text, PDF);
  const right = bytes !== undefined && isUtf8(bytes) ? UTF8.decode(bytes) : text;
  return right.replace(LANGUAGE_CODES, '');
}

function placesOf(characters: readonly string[]): ReadonlyMap<string, number> {
  return new Map(characters.map((char, byte) => [char, byte]));
}

/** Returns the bytes that were decoded; undefined if a character is in none of them. */
function bytesOf(text: string, places: ReadonlyMap<string, number>): Uint8Array | undefined {
  // Readers of Latin-1 give a control character for the bytes that Windows-1252 uses for quotes and dashes.
  const bytes = Array.from(text, (char) => places.get(char) ?? char.charCodeAt(0));
  return bytes.some((byte) => byte > 255) ? undefined : Uint8Array.from(bytes);
}
