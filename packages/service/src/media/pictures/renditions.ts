import { openFlights } from '../../concurrency/flights.ts';
import { rememberFailures } from '../../concurrency/recent-failures.ts';
import { openTurns } from '../../concurrency/turns.ts';
import type { FileCategory } from '../../domain/facts.ts';
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

/** Decisions 7: a placeholder may be cached for this long. */
const FAILURE_SECONDS = 60;
/** Why a source failed that its renderer did not survive. */
const LOST = 'lost';
/** Reasons that may not hold for a smaller picture: decoders do less for it. */
const OF_SIZE: ReadonlySet<CannotRenderReason | typeof LOST> = new Set(['too_large', LOST]);

/** What there is to answer with. Plain data: it may be sent to another thread. */
export type Rendition =
  | PictureRendition
  /** The page turned out not to exist. */
  | { readonly kind: 'no-such-page' };

export interface PictureRendition extends Rendered {
  readonly kind: 'picture';
  /** Names these bytes, without quotes. The same as `renditionKey` unless it is a placeholder. */
  readonly etag: string;
  /** True when a drawing of the category stands in for a source that can't be drawn. */
  readonly isPlaceholder: boolean;
  /** Pages known to exist; 0 unknown. */
  readonly pages: number;
}

/** A document as PDF. Plain data too. */
export interface PdfRendition extends Pdf {
  readonly etag: string;
}

export type StoredSource = DrawableFile & KeyedSource;

/** Plain data too. */
export interface RenditionOrder {
  readonly plan: Plan;
  /** Absent for a record without a file. */
  readonly source?: StoredSource;
  readonly category: FileCategory;
}

/** Thumbnails and previews: stored, being drawn, or drawn now. Closed by its opener, before the renderer. */
export interface Renditions extends AsyncDisposable {
  /**
   * Callers of one picture share one rendering. Once begun it is finished and stored, even if all of them have aborted; while
   * it waits for its turn it leaves with the last of them. Sizes of one page are drawn one after the other. A source that can't
   * be drawn gives a placeholder, or the word that it lacks the page, and isn't tried again for a minute, in that size or any that
   * would fail as well. Rejects with QueueFull, the signal's reason, or trouble.
   */
  get(order: RenditionOrder, options: { signal: AbortSignal }): Promise<Rendition>;
  /** The PDF of a document that is none yet, shared and stored like pictures; undefined where none can be made. */
  pdf(source: StoredSource, options: { signal: AbortSignal }): Promise<PdfRendition | undefined>;
}

export interface RenditionsOptions {
  /** Made when needed; may be deleted at any time. */
  readonly directory: string;
  readonly renderer: Renderer;
  /** Most disk space of the store. */
  readonly storeMegabytes: number;
  /** How long a picture may wait until it is begun; absent: as long as it takes. */
  readonly waitSeconds?: number;
  /** Hears of a store that fails and of sources that the renderer didn't survive; default: a warning of the process. */
  readonly report?: (trouble: Error) => void;
  /** Milliseconds, never going back; for tests. */
  readonly now?: () => number;
}

export function openRenditions(options: RenditionsOptions): Renditions {
  const { directory, renderer, storeMegabytes, waitSeconds, report = warn, now = () => performance.now() } = options;
  const store = openRenditionStore({ directory, megabytes: storeMegabytes, report });
  const failures = rememberFailures({ seconds: FAILURE_SECONDS, now });
  const flights = openFlights<Rendered | undefined>();
  const turns = openTurns();
  // As many as there are categories and configured sizes.
  const placeholders = new Map<string, Rendered>();

  const waiting = () => (waitSeconds === undefined ? undefined : { seconds: waitSeconds });

  /** What is stored under a key, else what `make` makes; undefined when the subject is known, or found, to fail at this size. */
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
      // The size before may have found out.
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
    const { path, facts } = source;
    const made = await flights.join(etag, signal, (flightSignal) =>
      stored(etag, { key: etag, size: 0 }, { signal: flightSignal, patience }, async (options) => {
        const pdf = await renderer.toPdf({ path, facts }, options);
        return { ...pdf, width: 0, height: 0 };
      }),
    );
    return made && { bytes: made.bytes, pages: made.pages, etag };
  }

  async function draw(plan: Plan, source: StoredSource, options: RenderOptions): Promise<Rendered> {
    const toPdf = async () => {
      const pdf = await pdfOf(source, options);
      // Another try may go well, so nothing lesser is stored in the place of the page.
      if (failures.reason(pdfKey(source, renderer.version)) === LOST)
        throw new CannotRender('corrupt', 'no PDF for now');
      return pdf;
    };
    const { path, facts, beside } = source;
    const file = { path, facts, ...(beside ? { beside } : {}) };
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
    return { ...drawn, kind: 'picture', etag, isPlaceholder: true, pages: source?.facts.pages ?? 0 };
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
