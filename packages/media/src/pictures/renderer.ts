/** The port of what draws pictures: its orders and results, and what it may know of a file. */

import type { Waiter } from '../../../core/src/concurrency/wait-budget.ts';
import type { FileProperties } from '../../../core/src/domain/file-properties.ts';
import type { Geometry, Size } from '../../../core/src/domain/geometry.ts';
import type { PageWords } from '../../../core/src/domain/page-words.ts';
import type { PictureFormat, Point } from '../../../core/src/domain/picture-values.ts';
import type { Prepare } from '../workers/pool.ts';

/** What a picture fills, in pixels. What has pixels is never enlarged, but by `fill`. */
export interface Frame extends Size {
  /** `cover` cuts, `contain` adds a border, `fill` distorts. */
  readonly fit: 'inside' | 'cover' | 'contain' | 'fill';
  /** What `cover` keeps; default the middle. `striking` is what the eye is drawn to. */
  readonly focus?: Point | 'striking';
}

/**
 * The parameters of one rendition, all decided before its source is opened. Equal plans of one source give the same
 * picture.
 */
export interface Plan {
  /** Zero-based page of a document or multi-page TIFF. */
  readonly page: number;
  /** Longest side in pixels. Without a frame, of the square that the picture must fit into. */
  readonly box: number;
  /** 1 to 100; ignored by PNG. */
  readonly quality: number;
  /** Colour of the border of `contain`, and behind transparent parts where they can't stay, as `#rrggbb`. */
  readonly background: string;
  readonly frame?: Frame;
  /** Part of the upright picture that is used. */
  readonly crop?: Geometry;
  /** Size that the crop is measured in; default that of the picture found. */
  readonly measured?: Size;
  /** Default: JPEG. `jpg-or-png` is PNG if a pixel of the source isn't opaque. */
  readonly format?: PictureFormat | 'jpg-or-png';
  /** The last steps, in this order: left and right are exchanged; it is turned clockwise; it loses its colours. */
  readonly isMirrored?: boolean;
  readonly degrees?: 0 | 90 | 180 | 270;
  readonly isGray?: boolean;
  /**
   * What moves stays moving, as WebP in place of `format`, if all its frames together have at most so many pixels.
   * Absent: its first frame.
   */
  readonly maxFramePixels?: number;
  /** XMP for the picture, if its longer side has at least `MARKED_SIDE` pixels. */
  readonly marks?: string;
  /** The rendition of the same page that this one is drawn from, in place of the file. */
  readonly from?: Plan;
}

/** Longer side in pixels from which a rendition carries marks of rights (extensions E1). */
export const MARKED_SIDE = 480;

/**
 * The only properties of a file that a renderer may use besides its content. Each may change the picture, so all are
 * part of the rendition's key.
 */
export type SourceProperties = Pick<FileProperties, 'mediaType' | 'width' | 'height' | 'pages'>;

/** A file that was imported into the same folder as a model and that the model may refer to. */
export interface Neighbour {
  /** Path relative to the model's folder, with `/` as separator. */
  readonly name: string;
  readonly sha256: string;
  readonly path: string;
}

/** An untrusted local file, with everything that a renderer may know about it. */
export interface DrawableFile {
  readonly path: string;
  readonly properties: SourceProperties;
  /** Only for file types that refer to other files. */
  readonly beside?: readonly Neighbour[];
}

/** A file that is brought to this machine when its drawing begins, so that waiting drawings hold no files. */
export interface FileToPrepare extends Pick<DrawableFile, 'properties'> {
  /** Tells equal files apart from others. */
  readonly key: string;
  readonly prepare: Prepare<DrawableFile>;
}

/** An original with all its properties, of which other files can be derived. */
export interface StoredSource {
  readonly sha256: string;
  readonly properties: FileProperties;
}

/** A drawing made by this service, as SVG text. */
export interface Drawing {
  readonly svg: string;
}

/** What a picture looks like from afar: shown until it is there. */
export interface Look {
  /** By the published algorithm, in Base64. */
  readonly thumbhash: string;
  /** Mean colour, as `#rrggbb`. */
  readonly color: string;
}

export interface Rendered {
  /** In sRGB, without a profile, and without metadata but the marks. JPEG is baseline. */
  readonly bytes: Uint8Array;
  readonly format: PictureFormat;
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  /** Number of pages of the source, at least 1. */
  readonly pages: number;
  /** Size in pixels of the whole picture, in which crops are measured; pages at 300 dpi. */
  readonly natural: Size;
  /** Of what shows a whole first page. */
  readonly look?: Look;
}

export interface Pdf {
  readonly bytes: Uint8Array;
  /** Number of pages, at least 1. */
  readonly pages: number;
}

/** What a picture is drawn from. A rendition is drawn from again. */
export type PictureSource = DrawableFile | FileToPrepare | Drawing | Pdf | Rendered;

/** A page, from 0, and the program and languages with which its words may be recognised. */
export interface WantedWords {
  readonly page: number;
  readonly recogniser?: { readonly program: string; readonly languages: readonly string[] } | undefined;
}

/** Turns sources into pictures. Whoever opens it closes it. */
export interface Renderer extends AsyncDisposable {
  /**
   * Changes whenever pictures must be drawn again: when the drawing code changes, when a bundled library changes, and
   * when an external program that draws is installed or removed. Versions of system programs are not part of it, so a
   * security update of ffmpeg does not redraw everything. Part of every rendition's key.
   */
  readonly version: string;
  /**
   * Draws a picture. Of an Office file it can only draw the small picture that the file may contain; its pages come
   * from `toPdf`. Rejects with CannotMake if the source is the cause, with WorkerDied or WorkerTimeout if the renderer
   * did not survive it, with QueueFull if too many jobs wait or the job did not start within the waiter's budget, with
   * the signal's reason if the abort came before the start, or with any other Error for an unexpected failure. A
   * rendering that has started is finished even after an abort.
   */
  render(plan: Plan, source: PictureSource, waiter: Waiter): Promise<Rendered>;
  /** Makes a PDF of a document that is not itself a PDF; of a spreadsheet, of its first pages. Rejects like `render`. */
  toPdf(source: DrawableFile | FileToPrepare, waiter: Waiter): Promise<Pdf>;
  /** Returns the sizes of all pages of a PDF in points, or of a TIFF in pixels. Rejects like `render`. */
  pageSizes(source: FileToPrepare | Pdf, waiter: Waiter): Promise<readonly Size[]>;
  /** Returns the words of a page of a PDF, or those that a program recognises. Rejects like `render`. */
  pageWords(source: FileToPrepare | Pdf, wanted: WantedWords, waiter: Waiter): Promise<PageWords>;
  /** Computes the features of a picture that it has drawn, see `FileProperties.features`. */
  features(rendered: Rendered, waiter: Waiter): Promise<string>;
  /** Makes a PDF of all pages, which may take as long as a conversion. Rejects like `render`. */
  toWholePdf(source: DrawableFile | FileToPrepare, waiter: Waiter): Promise<Pdf>;
}
