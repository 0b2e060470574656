/** The same words in both languages of the demo. */
export interface Words {
  readonly en: string;
  readonly de: string;
}

/** Words in English and German. */
export const words = (en = '', de = en): Words => ({ en, de });

/** The rows of a table that is written as text: a line a row, ` | ` between cells, which may be empty. */
export const rowsOf = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
