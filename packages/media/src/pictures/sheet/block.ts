import type { Style } from '../../inspect/fonts.ts';

/** A part of a sheet, placed below the previous one. Lengths are in points. */
export type Block = TextBlock | TableBlock | RuleBlock;

export interface Run extends Style {
  /** The text; a line end starts a new line. */
  readonly text: string;
  readonly look?: 'link' | 'code' | 'faint' | 'struck';
}

interface Placed {
  /** Space above. */
  readonly before: number;
  /** Indentation from the left margin. */
  readonly indent: number;
}

export interface TextBlock extends Placed {
  readonly kind: 'text';
  readonly runs: readonly Run[];
  /** Font size. */
  readonly size: number;
  /** Text before the first line, left of `indent`: a bullet or a number. */
  readonly marker?: string;
  /** `code` has a tinted background and keeps blanks, `verbatim` only keeps blanks, `quote` has a bar beside it. */
  readonly look?: 'code' | 'verbatim' | 'quote';
}

interface TableBlock extends Placed {
  readonly kind: 'table';
  /** The rows; the first is the heading. Rows may differ in length. */
  readonly rows: readonly (readonly string[])[];
}

interface RuleBlock extends Placed {
  readonly kind: 'rule';
}

/** A drawn block: SVG in points, starting at 0, 0. */
export interface Piece {
  readonly svg: string;
  readonly height: number;
  /** True if the block did not fit completely. */
  readonly isCut: boolean;
}

/** Size of the monospaced font, in points. */
export const VERBATIM_SIZE = 8.5;

/** Makes a block that shows a text unchanged, in a monospaced font. */
export function verbatim(text: string): TextBlock {
  return { kind: 'text', runs: [{ text, isMono: true }], size: VERBATIM_SIZE, look: 'verbatim', before: 0, indent: 0 };
}
