import type { FileText } from '../../../core/src/domain/file-text.ts';

/** A file whose text is to be read. */
export interface TextJob {
  readonly path: string;
  readonly mediaType: string;
  readonly maxCharacters: number;
  /** Seconds from its start after which the rest of a long file is left out. */
  readonly seconds: number;
}

export interface TextRead extends FileText {
  /** True if a page has hardly any text, so that its pictures may show more. */
  readonly isSparse: boolean;
}
