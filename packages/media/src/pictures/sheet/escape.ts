const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML. Drops characters that XML can't represent. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '');
}
