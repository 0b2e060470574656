import { LRUCache } from 'lru-cache';
import { NoRoom } from '../../../core/src/concurrency/failures.ts';
import { SingleFlight } from '../../../core/src/concurrency/single-flight.ts';
import type { Waiter } from '../../../core/src/concurrency/wait-budget.ts';
import { NO_FEATURES } from '../../../core/src/domain/features.ts';
import type { FileCategory } from '../../../core/src/domain/file-properties.ts';
import type { Size } from '../../../core/src/domain/geometry.ts';
import { isSpreadsheet, OFFICE_TYPES } from '../../../core/src/domain/office-types.ts';
import type { PageWords } from '../../../core/src/domain/page-words.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { DerivedFiles, type DerivedOrder, NotMade } from '../derived/derived-files.ts';
import { type LocalOriginals, prepareOriginal } from '../derived/lease-original.ts';
import type { SharedFiles } from '../derived/shared-files.ts';
import { isScan, textFormatOf } from '../texts/text-types.ts';
import { PAGED_TYPES } from './drawn-types.ts';
import { drawingKey, type KeyedSource, pageKey, pdfKey, renditionKey, wordsKey } from './key.ts';
import { leaseDrawable } from './lease-drawable.ts';
import { type KnownLook, StoredLooks } from './looks.ts';
import { drawPlaceholder, placeholderFor } from './placeholders.ts';
import type { DrawableFile, FileToPrepare, Look, Pdf, Plan, Rendered, Renderer, WantedWords } from './renderer.ts';
import { SHEET_PAGES } from './sheet-pages.ts';
import { RenditionStore } from './store.ts';

/**
 * How long a failed source isn't retried. Matches the 60 s for which a placeholder may be cached (interface decisions
 * 7).
 */
const FAILURE_SECONDS = 60;
/** Reasons for which a document has no PDF, however long it is tried. */
const HOPELESS: ReadonlySet<string> = new Set(['missing', 'unsupported', 'no_tool']);
/** Reasons that say nothing about the file. */
const UNTRIED: ReadonlySet<string> = new Set(['worker_failed', 'no_tool']);
/** Placeholders kept in memory; each has some kilobytes. */
const MOST_PLACEHOLDERS = 500;
/** A stored PDF has none. */
const NO_SIZE = { width: 0, height: 0 };
/** The answer to a `RenditionOrder`. Plain data, so it can be sent to another thread. */
type Rendition = PictureRendition | { readonly kind: 'no-such-page' } | { readonly kind: 'crop-outside' };

/** A delivered picture: a rendition or a placeholder. */
export interface PictureRendition extends Rendered {
  readonly kind: 'picture';
  /** ETag of these bytes, without quotes. Equals `renditionKey` unless the picture is a placeholder. */
  readonly etag: string;
  /** True if a drawing of the file category replaces a source that can't be drawn. */
  readonly isPlaceholder: boolean;
  /** True if another try may show more: of a placeholder of what took too long, and of what `otherwise` made. */
  readonly isForNow?: boolean;
  /** Number of known pages; 0 if unknown. */
  readonly pages: number;
}

/** The PDF made of a document. Plain data, so it can be sent to another thread. */
interface PdfRendition extends Pdf {
  readonly etag: string;
}

/** What to draw. Plain data, so it can be sent to another thread. */
export interface RenditionOrder {
  readonly plan: Plan;
  /** What is drawn instead for now if the rendition that `plan` draws it from can't be drawn. */
  readonly otherwise?: Plan | undefined;
  /** Absent for a record (an asset without a file). */
  readonly source?: KeyedSource;
  readonly category: FileCategory;
  /** As in `Waiter`. */
  readonly caller?: string | undefined;
}

interface RenditionsOptions {
  /** Folder of the store. Created when needed; may be deleted at any time. */
  readonly directory: string;
  readonly renderer: Renderer;
  readonly originals: LocalOriginals;
  /** Maximum disk space of the store, in MB. */
  readonly storeMegabytes: number;
  /** Longest time in seconds that a picture waits in the queue before its rendering starts. Unlimited if absent. */
  readonly waitSeconds?: number;
  /**
   * Returns the program that recognises words, with the languages to use where the operator has chosen none. Absent if
   * nothing does.
   */
  readonly recogniser?: ((languages: readonly string[]) => WantedWords['recogniser']) | undefined;
  /** Where nodes share what they have drawn. */
  readonly shared?: SharedFiles | undefined;
  /**
   * Called with failures of the store and with sources that crashed or timed out the renderer. Default: a process
   * warning.
   */
  readonly report?: (trouble: Error) => void;
  /** Called for each picture that is not stored because the store is full and another process owns it. */
  readonly reportNoRoom?: () => void;
  /** Monotonic clock in milliseconds; for tests. */
  readonly now?: () => number;
}

/**
 * Delivers thumbnails and previews from the store, from a rendering in progress, or newly drawn. Whoever opens it
 * closes it, before closing the renderer.
 */
export class Renditions implements AsyncDisposable {
  readonly #options: RenditionsOptions;
  readonly #store: RenditionStore;
  readonly #derived: DerivedFiles<Rendered>;
  readonly #drawings = new SingleFlight<Rendered>();
  readonly #looks: StoredLooks;
  readonly #closing = new AbortController();
  readonly #placeholders = new LRUCache<string, Rendered>({ max: MOST_PLACEHOLDERS });

  constructor(options: RenditionsOptions) {
    const { directory, storeMegabytes: megabytes, shared, reportNoRoom } = options;
    const { report = process.emitWarning, now = () => performance.now() } = options;
    this.#options = options;
    this.#store = new RenditionStore({ directory, megabytes, shared, report, reportNoRoom });
    this.#looks = new StoredLooks(options.renderer.version, this.#store);
    this.#derived = new DerivedFiles({
      failureSeconds: FAILURE_SECONDS,
      reportWorkerFailure: report,
      reportFull: (cause) => report(new Error('a picture could not be drawn: the disk is full', { cause })),
      now,
    });
  }

  /**
   * Returns a picture. Concurrent callers of the same picture share one rendering (single-flight). A rendering that has
   * started is finished and stored even if all its callers have aborted; one that still waits in the queue is dropped when
   * its last caller aborts. Different sizes of one page are drawn one after the other. A source that can't be drawn yields a
   * placeholder, or `no-such-page` if it lacks the page, or `crop-outside`; for one minute, neither that size nor any other
   * size that would also fail is tried again; `isForNow` says so where another try may succeed. Rejects with QueueFull,
   * with the signal's reason, or with an unexpected error.
   */
  async get(order: RenditionOrder, { signal }: { signal: AbortSignal }): Promise<Rendition> {
    const { plan, source } = order;
    signal.throwIfAborted();
    if (source === undefined) return await this.#placeholder(order, signal);
    const { version } = this.#options.renderer;
    const etag = renditionKey(source, plan, version);
    if (!plan.from) return await this.#drawn(order, etag, signal, (waiter) => this.#draw(plan, source, waiter));
    const stored = await this.#store.read(etag);
    if (stored) return { ...stored, kind: 'picture', etag, isPlaceholder: false };
    const { otherwise, ...single } = order;
    const base = await this.get({ ...single, plan: plan.from }, { signal });
    if (base.kind !== 'picture') return base;
    if (base.isPlaceholder && otherwise) {
      const instead = await this.get({ ...single, plan: otherwise }, { signal });
      return instead.kind === 'picture' ? { ...instead, isForNow: true } : instead;
    }
    if (base.isPlaceholder) return await this.#placeholder(order, signal, base.isForNow);
    return await this.#drawn(order, etag, signal, (waiter) => this.#options.renderer.render(plan, base, waiter));
  }

  /** Finds a rendition in the store, else makes and stores it, and says what is shown if that fails. */
  async #drawn(
    order: RenditionOrder,
    etag: string,
    signal: AbortSignal,
    make: (waiter: Waiter) => Promise<Rendered>,
  ): Promise<Rendition> {
    const { plan, source, caller } = order;
    const subject = source && subjectOf(source, plan, this.#options.renderer.version);
    const drawn = await this.#stored(etag, subject, this.#waiterOf(signal, caller), make);
    if (!(drawn instanceof NotMade)) {
      if (source && drawn.look) await this.#looks.note(source, drawn.look);
      return { ...drawn, kind: 'picture', etag, isPlaceholder: false };
    }
    if (source && plan.page === 0 && !plan.crop && !plan.from) this.#looks.noteFailure(source, drawn.reason);
    if (drawn.reason === 'no_such_page') return { kind: 'no-such-page' };
    if (drawn.reason === 'crop_outside') return { kind: 'crop-outside' };
    return await this.#placeholder(order, signal, drawn.reason === 'worker_failed');
  }

  /**
   * Returns what is known of how the first pages of files look, in the same order. Looks that another node has stored are
   * brought here in the background.
   */
  async looks(wanted: readonly KeyedSource[]): Promise<readonly KnownLook[]> {
    const looks = await Promise.all(wanted.map((each) => this.#looks.of(each)));
    const missing = wanted.filter((_, index) => looks[index] === undefined);
    if (this.#options.shared) void this.#looks.fetch(missing, this.#closing.signal);
    return looks;
  }

  /** Notes the look of a picture that another thread has read. */
  noteLook(source: KeyedSource, look: Look): void {
    void this.#looks.note(source, look);
  }

  /**
   * Returns the features of what is drawn: `NO_FEATURES` if that is a placeholder, and whether this is for damage. Undefined if
   * the file or another that it needs is not there, `later` if another try may draw it. Rejects like `get`.
   */
  async features(
    { plan, source, caller }: RenditionOrder,
    { signal }: { signal: AbortSignal },
  ): Promise<{ readonly features: string; readonly isDamaged?: boolean } | 'later' | undefined> {
    if (source === undefined) return { features: NO_FEATURES };
    const { renderer } = this.#options;
    const waiter = this.#waiterOf(signal, caller);
    const subject = subjectOf(source, plan, renderer.version);
    const drawn = await this.#stored(renditionKey(source, plan, renderer.version), subject, waiter, (inTurn) =>
      this.#draw(plan, source, inTurn),
    );
    if (drawn instanceof NotMade) {
      if (drawn.reason === 'missing') return undefined;
      if (UNTRIED.has(drawn.reason)) return 'later';
      return { features: NO_FEATURES, isDamaged: drawn.reason === 'corrupt' };
    }
    if (drawn.look) await this.#looks.note(source, drawn.look);
    return { features: await renderer.features(drawn, waiter) };
  }

  /**
   * Returns the PDF made of a document that is not itself a PDF, with all its pages or those that pictures show; shared
   * and stored like pictures. Undefined if none can be made; `later` if another try may make it.
   */
  async pdf(
    order: { readonly source: KeyedSource; readonly pages: 'all' | 'shown'; readonly caller?: string | undefined },
    { signal }: { signal: AbortSignal },
  ): Promise<PdfRendition | 'later' | undefined> {
    const { source, pages, caller } = order;
    const waiter = this.#waiterOf(signal, caller);
    const pdf = pages === 'all' ? await this.#wholePdfOf(source, waiter) : await this.#pdfOf(source, waiter);
    return pdf instanceof NotMade ? laterIf(pdf) : pdf;
  }

  /**
   * Returns the sizes of the pages that pictures show: of a PDF or an Office file in points, of a TIFF in pixels. Undefined
   * if the file has no such pages, or they can't be read; `later` if another try may read them.
   */
  async pageSizes(
    { source, caller }: { readonly source: KeyedSource; readonly caller?: string | undefined },
    { signal }: { signal: AbortSignal },
  ): Promise<readonly Size[] | 'later' | undefined> {
    const { properties } = source;
    const isOffice = OFFICE_TYPES.has(properties.mediaType);
    if (!isOffice && !PAGED_TYPES.has(properties.mediaType)) return undefined;
    const { renderer } = this.#options;
    const waiter = this.#waiterOf(signal, caller);
    const pdf = isOffice ? await this.#pdfOf(source, waiter) : undefined;
    if (pdf instanceof NotMade) return laterIf(pdf);
    const key = pdfKey(source, renderer.version, 'page sizes');
    const sizes = await this.#json<readonly Size[]>(key, source, waiter, (file, inTurn) =>
      renderer.pageSizes(pdf ?? file, inTurn),
    );
    return sizes instanceof NotMade ? laterIf(sizes) : sizes;
  }

  /**
   * Returns the words of a page that pictures show, from 0, with their places. They are recognised, in these languages if the
   * operator has chosen none, where the page has hardly any of its own and a program is there. Undefined if the file has no
   * such page, or its words can't be read.
   */
  async pageWords(
    order: {
      readonly source: KeyedSource;
      readonly page: number;
      readonly languages: readonly string[];
      readonly caller?: string | undefined;
    },
    { signal }: { signal: AbortSignal },
  ): Promise<PageWords | undefined> {
    const { source, page, languages, caller } = order;
    const { mediaType } = source.properties;
    const isOffice = OFFICE_TYPES.has(mediaType);
    const recogniser = isSpreadsheet(mediaType) ? undefined : this.#options.recogniser?.(languages);
    if (!isOffice && textFormatOf(mediaType) !== 'pdf' && !(recogniser && isScan(mediaType))) return undefined;
    const { renderer } = this.#options;
    const waiter = this.#waiterOf(signal, caller);
    const pdf = isOffice ? await this.#pdfOf(source, waiter) : undefined;
    if (pdf instanceof NotMade) return undefined;
    const wanted = { page, recogniser };
    const key = wordsKey(source, wanted, renderer.version);
    const words = await this.#json<PageWords>(key, source, waiter, (file, inTurn) =>
      renderer.pageWords(pdf ?? file, wanted, inTurn),
    );
    return words instanceof NotMade ? undefined : words;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Error('the renditions were closed');
    this.#closing.abort(closed);
    this.#derived.end(closed);
    this.#drawings.end(closed);
    await this.#store[Symbol.asyncDispose]();
  }

  #waiterOf(signal: AbortSignal, caller?: string): Waiter {
    const { waitSeconds: seconds } = this.#options;
    return { signal, caller, ...(seconds === undefined ? {} : { budget: { seconds } }) };
  }

  /** Finds the rendition of a key in the store, else makes and stores it. */
  async #stored(
    key: string,
    subject: DerivedOrder<Rendered>['subject'],
    waiter: Waiter,
    make: (waiter: Waiter) => Promise<Rendered>,
  ): Promise<Rendered | NotMade> {
    const makeAndStore = async (inTurn: Waiter) => {
      const rendered = await make(inTurn);
      await this.#store.write(key, rendered);
      return rendered;
    };
    const found = await this.#derived.get(
      {
        key,
        ...(subject ? { subject } : {}),
        find: () => this.#store.read(key),
        fetch: (signal) => this.#store.fetch(key, signal),
        make: makeAndStore,
      },
      waiter,
    );
    // Neither a placeholder nor a smaller picture may stand for a file that can be drawn once there is room.
    if (found instanceof NotMade && found.reason === 'full') throw new NoRoom('the disk is full');
    return found;
  }

  /** Finds what is known of a file in the store, else finds it out and stores it as JSON. */
  async #json<Known>(
    key: string,
    { sha256, properties }: KeyedSource,
    waiter: Waiter,
    make: (file: FileToPrepare, waiter: Waiter) => Promise<Known>,
  ): Promise<Known | NotMade> {
    const { originals } = this.#options;
    const made = await this.#stored(key, undefined, waiter, async (inTurn) => {
      const original = { key: sha256, signal: inTurn.signal };
      const prepare = prepareOriginal(originals, original, (path) => ({ path, properties }));
      const bytes = Buffer.from(JSON.stringify(await make({ key: sha256, properties, prepare }, inTurn)));
      return { bytes, pages: 1, format: 'jpg' as const, width: 0, height: 0, natural: NO_SIZE };
    });
    return made instanceof NotMade ? made : (JSON.parse(Buffer.from(made.bytes).toString()) as Known);
  }

  async #pdfOf(
    source: KeyedSource,
    waiter: Waiter,
    kind: Parameters<typeof pdfKey>[2] = 'pdf',
  ): Promise<PdfRendition | NotMade> {
    const { sha256, properties } = source;
    const { renderer, originals } = this.#options;
    // Whichever is made first is both, unless pictures show fewer pages. It may be made in the longer time of a whole one only.
    const etag = pdfKey(source, renderer.version, isSpreadsheet(properties.mediaType) ? kind : 'pdf');
    const subject = { key: pdfKey(source, renderer.version, kind), size: 0 };
    const made = await this.#stored(etag, subject, waiter, async (inTurn) => {
      const original = { key: sha256, signal: inTurn.signal };
      const prepare = prepareOriginal(originals, original, (path) => ({ path, properties }));
      const file = { key: sha256, properties, prepare };
      const pdf = kind === 'pdf' ? await renderer.toPdf(file, inTurn) : await renderer.toWholePdf(file, inTurn);
      return { ...pdf, format: 'jpg' as const, width: 0, height: 0, natural: NO_SIZE };
    });
    return made instanceof NotMade ? made : { bytes: made.bytes, pages: made.pages, etag };
  }

  /** The PDF that pictures show is made first: it is quick, usually there already, and often whole. Texts have none. */
  async #wholePdfOf(source: KeyedSource, waiter: Waiter): Promise<PdfRendition | NotMade> {
    // It may take long, so it waits as long as its caller does.
    const patient: Waiter = { signal: waiter.signal, caller: waiter.caller };
    if (!OFFICE_TYPES.has(source.properties.mediaType)) return await this.#pdfOf(source, patient, 'whole pdf');
    const shown = await this.#pdfOf(source, waiter);
    if (shown instanceof NotMade && HOPELESS.has(shown.reason)) return shown;
    const isCut =
      shown instanceof NotMade || (isSpreadsheet(source.properties.mediaType) && shown.pages >= SHEET_PAGES);
    return isCut ? await this.#pdfOf(source, patient, 'whole pdf') : shown;
  }

  async #draw(plan: Plan, source: KeyedSource, waiter: Waiter): Promise<Rendered> {
    const toPdf = async () => {
      const pdf = await this.#pdfOf(source, waiter);
      if (!(pdf instanceof NotMade)) return pdf;
      // A retry may succeed, so the smaller picture inside the file must not be stored as the rendition of this page.
      if (pdf.reason === 'worker_failed') throw new CannotMake('too_slow', 'no PDF for now');
      return undefined;
    };
    const { sha256, properties } = source;
    const prepare = () => leaseDrawable(this.#options.originals, source, waiter.signal);
    return await drawPage(this.#options.renderer, plan, { key: sha256, properties, prepare }, { ...waiter, toPdf });
  }

  async #placeholder(
    { plan, source, category }: RenditionOrder,
    signal: AbortSignal,
    isForNow = false,
  ): Promise<Rendition> {
    const drawing = drawPlaceholder(category);
    const fitted = placeholderFor(plan);
    const { renderer } = this.#options;
    const etag = drawingKey(drawing, fitted, renderer.version);
    const drawn =
      this.#placeholders.get(etag) ??
      (await this.#drawings.join(etag, signal, (shared) => renderer.render(fitted, drawing, this.#waiterOf(shared))));
    this.#placeholders.set(etag, drawn);
    return { ...drawn, kind: 'picture', etag, isPlaceholder: true, isForNow, pages: source?.properties.pages ?? 0 };
  }
}

/** Tells a failure that another try may avoid from one that it meets again. */
function laterIf({ reason }: NotMade): 'later' | undefined {
  return reason === 'worker_failed' ? 'later' : undefined;
}

/**
 * What fails together with a rendition. A crop outside of a picture says nothing about other crops, and a rendition that
 * is drawn from another nothing about the file.
 */
function subjectOf(source: KeyedSource, { page, box, crop, from }: Plan, version: string) {
  const key = pageKey(source, page, version, from && 'drawn page');
  return crop ? undefined : { key, size: box };
}

/**
 * Draws a page of a file. Pages of Office files are drawn from the PDF that `toPdf` returns. If it returns undefined
 * (conversion failed), the small picture that the file may contain replaces its first page.
 */
export async function drawPage(
  renderer: Pick<Renderer, 'render'>,
  plan: Plan,
  file: DrawableFile | FileToPrepare,
  options: Waiter & { readonly toPdf: () => Promise<Pdf | undefined> },
): Promise<Rendered> {
  const { toPdf, ...how } = options;
  const pdf = OFFICE_TYPES.has(file.properties.mediaType) ? await toPdf() : undefined;
  if (pdf === undefined) return await renderer.render(plan, file, how);
  try {
    return await renderer.render(plan, pdf, how);
  } catch (error) {
    if (!(error instanceof CannotMake) || error.reason === 'no_such_page' || plan.page > 0) throw error;
    return await renderer.render(plan, file, how);
  }
}
