import type { Style } from './fonts.ts';

/** A piece of a sheet, below the one before it. Lengths are points. */
export type Block = TextBlock | TableBlock | RuleBlock;

/** Letters of one look. */
export interface Run extends Style {
  /** Line ends begin new lines. */
  readonly text: string;
  readonly look?: 'link' | 'code' | 'faint' | 'struck';
}

interface Placed {
  /** Free space above. */
  readonly before: number;
  /** From the left margin. */
  readonly indent: number;
}

export interface TextBlock extends Placed {
  readonly kind: 'text';
  readonly runs: readonly Run[];
  /** Size of the letters. */
  readonly size: number;
  /** What stands before the first line, left of `indent`: a bullet or a number. */
  readonly marker?: string;
  /** `code` stands on a tint and keeps its blanks, `verbatim` only keeps them, `quote` stands beside a bar. */
  readonly look?: 'code' | 'verbatim' | 'quote';
}

export interface TableBlock extends Placed {
  readonly kind: 'table';
  /** The first row is the heading. Rows may be of different lengths. */
  readonly rows: readonly (readonly string[])[];
}

/** A line across the sheet. */
export interface RuleBlock extends Placed {
  readonly kind: 'rule';
}

/** Size of a monospaced font in points. */
export const VERBATIM_SIZE = 8.5;

/** A text as it is written, in a monospaced font. */
export function verbatim(text: string): TextBlock {
  return { kind: 'text', runs: [{ text, isMono: true }], size: VERBATIM_SIZE, look: 'verbatim', before: 0, indent: 0 };
}
