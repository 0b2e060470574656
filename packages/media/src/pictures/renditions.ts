import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../../../core/src/concurrency/single-flight.ts';
import type { Waiter } from '../../../core/src/concurrency/wait-budget.ts';
import { NO_FEATURES } from '../../../core/src/domain/features.ts';
import type { FileCategory } from '../../../core/src/domain/file-properties.ts';
import { OFFICE_TYPES } from '../../../core/src/domain/office-types.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { NotMade } from '../derived/derived-files.ts';
import type { LocalOriginals } from '../derived/lease-original.ts';
import { Documents, type DocumentsOptions } from './documents.ts';
import { drawPage } from './draw-page.ts';
import { drawingKey, type KeyedSource, pageKey, renditionKey } from './key.ts';
import { leaseDrawable } from './lease-drawable.ts';
import { type KnownLook, StoredLooks } from './looks.ts';
import { drawPlaceholder, placeholderFor } from './placeholders.ts';
import type { Look, Plan, Rendered, Renderer } from './renderer.ts';
import { StoredRenditions, type StoredRenditionsOptions } from './stored-renditions.ts';

/** Reasons that say nothing about the file. */
const UNTRIED: ReadonlySet<string> = new Set(['worker_failed', 'no_tool']);
/** Placeholders kept in memory; each has some kilobytes. */
const MAX_PLACEHOLDERS = 500;
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

interface RenditionsOptions extends StoredRenditionsOptions {
  readonly renderer: Renderer;
  readonly originals: LocalOriginals;
  readonly recogniser?: DocumentsOptions['recogniser'];
}

/**
 * Delivers thumbnails and previews from the store, from a rendering in progress, or newly drawn. Whoever opens it
 * closes it, before closing the renderer.
 */
export class Renditions implements AsyncDisposable {
  /** What is made of documents besides pictures. */
  readonly documents: Documents;
  readonly #options: RenditionsOptions;
  readonly #stored: StoredRenditions;
  readonly #drawings = new SingleFlight<Rendered>();
  readonly #looks: StoredLooks;
  readonly #closing = new AbortController();
  readonly #placeholders = new LRUCache<string, Rendered>({ max: MAX_PLACEHOLDERS });

  constructor(options: RenditionsOptions) {
    const { renderer, originals, recogniser } = options;
    this.#options = options;
    this.#stored = new StoredRenditions(options);
    this.documents = new Documents({ stored: this.#stored, renderer, originals, recogniser });
    this.#looks = new StoredLooks(renderer.version, this.#stored.store);
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
    const stored = await this.#stored.store.read(etag);
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
    const drawn = await this.#stored.get(etag, subject, this.#stored.waiterOf(signal, caller), make);
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
    const waiter = this.#stored.waiterOf(signal, caller);
    const subject = subjectOf(source, plan, renderer.version);
    const drawn = await this.#stored.get(renditionKey(source, plan, renderer.version), subject, waiter, (inTurn) =>
      this.#draw(plan, source, inTurn),
    );
    if (drawn instanceof NotMade) {
      if (drawn.reason === 'missing') return undefined;
      if (UNTRIED.has(drawn.reason)) return 'later';
      return { features: NO_FEATURES, isDamaged: drawn.reason === 'corrupt' };
    }
    if (drawn.look) await this.#looks.note(source, drawn.look);
    // The picture that it carries is drawn although nothing can be made of its pages.
    const pdf = OFFICE_TYPES.has(source.properties.mediaType) && (await this.documents.shownPdf(source, waiter));
    const isDamaged = pdf instanceof NotMade && pdf.reason === 'corrupt';
    return { features: await renderer.features(drawn, waiter), ...(isDamaged && { isDamaged }) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Error('the renditions were closed');
    this.#closing.abort(closed);
    this.#drawings.end(closed);
    await this.#stored[Symbol.asyncDispose]();
  }

  async #draw(plan: Plan, source: KeyedSource, waiter: Waiter): Promise<Rendered> {
    const toPdf = async () => {
      const pdf = await this.documents.shownPdf(source, waiter);
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
      (await this.#drawings.join(etag, signal, (shared) =>
        renderer.render(fitted, drawing, this.#stored.waiterOf(shared)),
      ));
    this.#placeholders.set(etag, drawn);
    return { ...drawn, kind: 'picture', etag, isPlaceholder: true, isForNow, pages: source?.properties.pages ?? 0 };
  }
}

/**
 * What fails together with a rendition. A crop outside of a picture says nothing about other crops, and a rendition that
 * is drawn from another nothing about the file.
 */
function subjectOf(source: KeyedSource, { page, box, crop, from }: Plan, version: string) {
  const key = pageKey(source, page, version, from && 'drawn page');
  return crop ? undefined : { key, size: box };
}
