import type { FileText } from '../../../core/src/domain/file-text.ts';

/** What is to be done for the text of a file: read what it contains, or recognise what its pictures show. */
export type TextWork = 'read' | 'recognise';

/** Revision of what reads texts. Raise it when more of a file is read, so that `abs import --text` reads files again. */
export const TEXT_REVISION = 1;

/** A file of which something is to be done. */
export interface WantedText {
  readonly sha256: string;
  readonly mediaType: string;
  /** Name of the file of one of the assets that have it, for messages. */
  readonly name: string;
}

/** Text of a file with what is known about it. */
export interface KeptText extends FileText {
  readonly sha256: string;
  /** Whether the file could be read, and by this revision of the reader. */
  readonly reading: 'done' | 'outdated' | 'failed';
  /** Whether pictures in the file may show text that was not recognised yet. */
  readonly recognition: 'to do' | 'done' | 'failed';
}

/** The part of a transaction that keeps the texts of files, by SHA-256, so equal files share theirs. */
export interface TextChanges {
  /** Notes that something is to be done for the text of a file, unless it is done already. */
  wantText(sha256: string, work?: TextWork): Promise<void>;
  /**
   * Notes that it is to be done for the files of all assets with such media types, unless it is done already; with
   * `isAgain`, also where it has failed or an older revision has read.
   */
  wantTexts(
    hasText: (mediaType: string) => boolean,
    work: TextWork,
    options?: { readonly isAgain?: boolean },
  ): Promise<void>;
  /** Returns the text of a file; undefined if it was never read. */
  keptText(sha256: string): Promise<KeptText | undefined>;
  /** Returns up to `most` files of which something is to be done, in ascending order of their key, those above `after`. */
  wantedTexts(work: TextWork, range: { readonly after: string; readonly most: number }): Promise<readonly WantedText[]>;
  /** Keeps texts. Every asset whose active version has one of the files counts as changed if its text is another now. */
  putTexts(texts: readonly KeptText[]): Promise<void>;
  /** Forgets the texts of files that no asset has any more. */
  forgetTexts(keys: readonly string[]): Promise<void>;
}
