import type { FileFacts } from '../../domain/facts.ts';

/** Everything about one rendition that is decided before its source is opened. Two equal plans of one source give the same picture. */
export interface Plan {
  /** Zero-based page of a document or multi-page TIFF. */
  readonly page: number;
  /** Pixels; the picture fits inside a square of this side. */
  readonly box: number;
  /** JPEG quality, 1 to 100. */
  readonly quality: number;
  /** What shows through transparent parts, `#rrggbb`. */
  readonly background: string;
}

/** All that a renderer may know of a file besides its content: every one of them may alter the picture, so all are part of its key. */
export type SourceFacts = Pick<FileFacts, 'mediaType' | 'width' | 'height' | 'pages'>;

/** A file that lies beside a model where both were imported, and that the model may name. */
export interface Neighbour {
  /** Path from the model's folder, with `/`. */
  readonly name: string;
  readonly sha256: string;
  readonly path: string;
}

/** A local file that isn't trusted, as a renderer is told of it. */
export interface DrawableFile {
  readonly path: string;
  readonly facts: SourceFacts;
  /** Of kinds of file that are made of several. */
  readonly beside?: readonly Neighbour[];
}

/** The same with all that is known of it. */
export interface SourceFile extends DrawableFile {
  readonly facts: FileFacts;
}

/** A drawing of our own: SVG text. */
export interface Drawing {
  readonly svg: string;
}

/** A finished rendition. */
export interface Rendered {
  /** Baseline JPEG in sRGB without metadata. */
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Pages of the source, at least 1. */
  readonly pages: number;
}

/** A document as PDF. */
export interface Pdf {
  readonly bytes: Uint8Array;
  /** At least 1. */
  readonly pages: number;
}

/** Who asks for a picture. */
export interface RenderOptions {
  readonly signal: AbortSignal;
  /** Seconds that it may still wait for its turn, counted down while it waits; absent: as long as it takes. */
  readonly patience?: { seconds: number } | undefined;
}

/** Turns sources into pictures. Closed by its opener. */
export interface Renderer extends AsyncDisposable {
  /**
   * Changes whenever pictures are to be drawn anew: with our own code, with the libraries that it brings, and when a program that
   * draws comes or goes. Versions of the system's programs aren't in it, so that a security update of ffmpeg draws nothing again.
   * Part of every rendition's key.
   */
  readonly version: string;
  /**
   * Of an Office file it knows no pages, only the small picture that the file may carry: pages are those of `toPdf`.
   * Rejects with CannotRender when the source is to blame, with RenderingLost when the renderer didn't survive it or ran
   * out of time, with QueueFull when too many wait already or it was not begun in the patience given, with the signal's reason where the picture was not begun before
   * the abort, or with any other Error on trouble. A picture that was begun is finished all the same.
   */
  render(plan: Plan, source: DrawableFile | Drawing | Pdf, options: RenderOptions): Promise<Rendered>;
  /** Makes a PDF of a document that is none yet. Rejects like `render`. */
  toPdf(source: DrawableFile, options: RenderOptions): Promise<Pdf>;
}

/** Why a source has no picture. */
export type CannotRenderReason = 'missing' | 'unsupported' | 'corrupt' | 'too_large' | 'no_such_page';

/** The source can't be drawn, today or on another try. */
export class CannotRender extends Error {
  override readonly name = 'CannotRender';
  readonly reason: CannotRenderReason;

  constructor(reason: CannotRenderReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** The renderer died or ran out of time over this source; others aren't affected. The `cause` says which. */
export class RenderingLost extends Error {
  override readonly name = 'RenderingLost';
}
