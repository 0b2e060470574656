const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text that means itself in XML; characters that XML has no way to write are left out. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '');
}
