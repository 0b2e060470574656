/** Limits of each kind of text in code points; longer text is truncated. */
export const TEXT_LIMITS = { line: 1000, paragraph: 20_000, keyword: 250 } as const;

/** Limits of keyword paths in one file, and of levels in one path. */
export const KEYWORD_LIMITS = { paths: 1000, levels: 20 } as const;

/**
 * Cleans one line of text: NFC, no control characters, spaces collapsed, at most `limit` code points; '' if nothing is
 * left.
 */
export function cleanLine(text: string, limit: number = TEXT_LIMITS.line): string {
  return cut(printable(text).replace(/\s+/gu, ' ').trim(), limit).trimEnd();
}

/** Cleans text of several lines like `cleanLine`, but keeps line breaks (as `\n`) and uses the paragraph limit. */
export function cleanParagraph(text: string): string {
  const lines = printable(text.replace(/\r\n?/g, '\n')).replace(/[^\S\n]+$/gmu, '');
  return cut(lines.trim(), TEXT_LIMITS.paragraph).trimEnd();
}

function printable(text: string): string {
  // Removes control characters, direction overrides and isolates, byte order marks and broken surrogates.
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\ufeff]/gu, (found) => (/[\v\f\r\x85]/.test(found) ? ' ' : ''));
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return Array.from(text.slice(0, 2 * limit))
    .slice(0, limit)
    .join('');
}
