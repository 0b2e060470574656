// WHATWG `windows-1252` gives every byte a character, so the way back is exact.
const BYTES = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (char, byte) => [char, byte],
  ),
);
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Many programs write UTF-8 into IPTC without the coded character set that would say so; read as Latin-1 an `é` shows as `Ã©`.
 * Text whose bytes are well-formed UTF-8 is taken as UTF-8; true Latin-1 text practically never is.
 */
export function readUndeclaredUtf8(latin: string): string {
  const bytes = new Uint8Array(latin.length);
  for (let index = 0; index < latin.length; index += 1) {
    const byte = BYTES.get(latin.charAt(index));
    if (byte === undefined) return latin;
    bytes[index] = byte;
  }
  try {
    return UTF8.decode(bytes);
  } catch {
    return latin;
  }
}
