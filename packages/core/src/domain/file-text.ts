/** The text of a file, as readers see it: well-formed, without control characters but line breaks and tabs. */
export interface FileText {
  /** The text of each page, numbered from 0 like those of a preview; of a file without pages all its text, or nothing. */
  readonly pages: readonly string[];
  /** False if the file has no pages that a preview could show, so that places in the text have none. */
  readonly hasPages: boolean;
}
