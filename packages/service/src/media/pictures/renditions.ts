import { openKeyedMutex } from '../../concurrency/keyed-mutex.ts';
import { openNegativeCache } from '../../concurrency/negative-cache.ts';
import { openSingleFlight } from '../../concurrency/single-flight.ts';
import type { FileCategory } from '../../domain/file-properties.ts';
import { drawPage } from './draw-page.ts';
import { drawingKey, type KeyedSource, pageKey, pdfKey, renditionKey } from './key.ts';
import { drawPlaceholder, placeholderPlan } from './placeholders.ts';
import {
  CannotRender,
  type CannotRenderReason,
  type DrawableFile,
  type Pdf,
  type Plan,
  type Rendered,
  type Renderer,
  RenderingLost,
  type RenderOptions,
} from './renderer.ts';
import { openRenditionStore } from './store.ts';

/** How long a failed source isn't retried. Matches the 60 s for which a placeholder may be cached (decisions 7). */
const FAILURE_SECONDS = 60;
/** Failure reason of a source that crashed or timed out its renderer. */
const LOST = 'lost';
/** Failures that a smaller size may avoid, because decoders need less time and memory for it. */
const OF_SIZE: ReadonlySet<CannotRenderReason | typeof LOST> = new Set(['too_large', LOST]);

/** The answer to a `RenditionOrder`. Plain data, so it can be sent to another thread. */
export type Rendition =
  | PictureRendition
  /** The source has no such page. */
  | { readonly kind: 'no-such-page' };

/** A delivered picture: a rendition or a placeholder. */
export interface PictureRendition extends Rendered {
  readonly kind: 'picture';
  /** ETag of these bytes, without quotes. Equals `renditionKey` unless the picture is a placeholder. */
  readonly etag: string;
  /** True if a drawing of the file category replaces a source that can't be drawn. */
  readonly isPlaceholder: boolean;
  /** Number of known pages; 0 if unknown. */
  readonly pages: number;
}

/** The PDF made of a document. Plain data, so it can be sent to another thread. */
export interface PdfRendition extends Pdf {
  readonly etag: string;
}

/** A source file that can be drawn, together with its key. */
export type StoredSource = DrawableFile & KeyedSource;

/** What to draw. Plain data, so it can be sent to another thread. */
export interface RenditionOrder {
  readonly plan: Plan;
  /** Absent for a record (an asset without a file). */
  readonly source?: StoredSource;
  readonly category: FileCategory;
}

/**
 * Delivers thumbnails and previews from the store, from a rendering in progress, or newly drawn. Whoever opens it
 * closes it, before closing the renderer.
 */
export interface Renditions extends AsyncDisposable {
  /**
   * Returns a picture. Concurrent callers of the same picture share one rendering (single-flight). A rendering that has
   * started is finished and stored even if all its callers have aborted; one that still waits in the queue is dropped
   * when its last caller aborts. Different sizes of one page are drawn one after the other. A source that can't be
   * drawn yields a placeholder, or `no-such-page` if it lacks the page; for one minute, neither that size nor any other
   * size that would also fail is tried again. Rejects with QueueFull, with the signal's reason, or with an unexpected
   * error.
   */
  get(order: RenditionOrder, options: { signal: AbortSignal }): Promise<Rendition>;
  /**
   * Returns the PDF made of a document that is not itself a PDF; shared and stored like pictures. Undefined if none can
   * be made.
   */
  pdf(source: StoredSource, options: { signal: AbortSignal }): Promise<PdfRendition | undefined>;
}

/** Options of `openRenditions`. */
export interface RenditionsOptions {
  /** Folder of the store. Created when needed; may be deleted at any time. */
  readonly directory: string;
  readonly renderer: Renderer;
  /** Maximum disk space of the store, in MB. */
  readonly storeMegabytes: number;
  /** Longest time in seconds that a picture waits in the queue before its rendering starts. Unlimited if absent. */
  readonly waitSeconds?: number;
  /**
   * Called with failures of the store and with sources that crashed or timed out the renderer. Default: a process
   * warning.
   */
  readonly report?: (trouble: Error) => void;
  /** Monotonic clock in milliseconds; for tests. */
  readonly now?: () => number;
}

/** Opens the renditions and their store; does not start a renderer. */
export function openRenditions(options: RenditionsOptions): Renditions {
  const { directory, renderer, storeMegabytes, waitSeconds, report = warn, now = () => performance.now() } = options;
  const store = openRenditionStore({ directory, megabytes: storeMegabytes, report });
  const failures = openNegativeCache({ seconds: FAILURE_SECONDS, now });
  const flights = openSingleFlight<Rendered | undefined>();
  const turns = openKeyedMutex();
  // Unbounded, because there is only one entry per category and configured size.
  const placeholders = new Map<string, Rendered>();

  const waiting = () => (waitSeconds === undefined ? undefined : { seconds: waitSeconds });

  /**
   * Returns the stored rendition of a key, else makes and stores it. Undefined if the subject fails at this size or has
   * failed recently.
   */
  async function stored(
    key: string,
    subject: { readonly key: string; readonly size: number },
    options: RenderOptions,
    make: (options: RenderOptions) => Promise<Rendered>,
  ): Promise<Rendered | undefined> {
    const kept = await store.read(key);
    if (kept !== undefined) return kept;
    options.signal.throwIfAborted();
    const isHopeless = () => failures.reason(subject.key, subject.size) !== undefined;
    if (isHopeless()) return undefined;
    return await turns.take(subject.key, options, async () => {
      // The rendering that ran before in this turn may have recorded the failure.
      if (isHopeless()) return undefined;
      try {
        const rendered = await make(options);
        await store.write(key, rendered);
        return rendered;
      } catch (error) {
        if (!(error instanceof CannotRender || error instanceof RenderingLost)) throw error;
        if (error instanceof RenderingLost) report(error);
        const reason = error instanceof CannotRender ? error.reason : LOST;
        failures.note(subject.key, reason, OF_SIZE.has(reason) ? subject.size : 0);
        return undefined;
      }
    });
  }

  async function pdfOf(source: StoredSource, { signal, patience }: RenderOptions): Promise<PdfRendition | undefined> {
    const etag = pdfKey(source, renderer.version);
    if (failures.reason(etag) !== undefined) return undefined;
    const { path, properties } = source;
    const made = await flights.join(etag, signal, (flightSignal) =>
      stored(etag, { key: etag, size: 0 }, { signal: flightSignal, patience }, async (options) => {
        const pdf = await renderer.toPdf({ path, properties }, options);
        return { ...pdf, width: 0, height: 0 };
      }),
    );
    return made && { bytes: made.bytes, pages: made.pages, etag };
  }

  async function draw(plan: Plan, source: StoredSource, options: RenderOptions): Promise<Rendered> {
    const toPdf = async () => {
      const pdf = await pdfOf(source, options);
      // A retry may succeed, so the smaller picture inside the file must not be stored as the rendition of this page.
      if (failures.reason(pdfKey(source, renderer.version)) === LOST)
        throw new CannotRender('corrupt', 'no PDF for now');
      return pdf;
    };
    const { path, properties, beside } = source;
    const file = { path, properties, ...(beside ? { beside } : {}) };
    return await drawPage(renderer, plan, file, { ...options, toPdf });
  }

  async function placeholder({ plan, source, category }: RenditionOrder, signal: AbortSignal): Promise<Rendition> {
    const drawing = drawPlaceholder(category);
    const fitted = placeholderPlan(plan.box);
    const etag = drawingKey(drawing, fitted, renderer.version);
    const drawn =
      placeholders.get(etag) ??
      (await flights.join(etag, signal, (flightSignal) =>
        renderer.render(fitted, drawing, { signal: flightSignal, patience: waiting() }),
      ));
    if (drawn === undefined) throw new Error('a placeholder was not drawn');
    placeholders.set(etag, drawn);
    return { ...drawn, kind: 'picture', etag, isPlaceholder: true, pages: source?.properties.pages ?? 0 };
  }

  return {
    async get(order, { signal }) {
      const { plan, source } = order;
      signal.throwIfAborted();
      if (source === undefined) return await placeholder(order, signal);
      const etag = renditionKey(source, plan, renderer.version);
      const subject = { key: pageKey(source, plan.page, renderer.version), size: plan.box };
      const drawn = await flights.join(etag, signal, (flightSignal) =>
        stored(etag, subject, { signal: flightSignal, patience: waiting() }, (options) => draw(plan, source, options)),
      );
      if (drawn === undefined) {
        const isPageMissing = failures.reason(subject.key, subject.size) === 'no_such_page';
        return isPageMissing ? { kind: 'no-such-page' } : await placeholder(order, signal);
      }
      return { ...drawn, kind: 'picture', etag, isPlaceholder: false };
    },
    pdf: async (source, { signal }) => await pdfOf(source, { signal, patience: waiting() }),
    async [Symbol.asyncDispose]() {
      flights.end(new Error('the renditions were closed'));
      await store[Symbol.asyncDispose]();
    },
  };
}

function warn(trouble: Error): void {
  process.emitWarning(trouble);
}
