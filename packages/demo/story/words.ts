/** A text in both languages of the demo. */
export interface Words {
  readonly en: string;
  readonly de: string;
}

/** Creates a text in English and German. */
export const words = (en = '', de = en): Words => ({ en, de });

/**
 * Parses a table written as text: one row per line, ` | ` between cells, which may be empty.
 */
export const rowsOf = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
