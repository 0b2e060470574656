// WHATWG `windows-1252` maps every byte to a character, so the mapping can be reversed exactly.
const BYTES = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (char, byte) => [char, byte],
  ),
);
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Corrects UTF-8 text that was decoded as Latin-1. Many programs write UTF-8 into IPTC without declaring it as the
 * coded character set, so that `é` shows as `Ã©`. Text whose bytes are well-formed UTF-8 is read as UTF-8; real Latin-1
 * text practically never is well-formed UTF-8.
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
