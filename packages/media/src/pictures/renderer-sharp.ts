import { availableParallelism } from 'node:os';
import { NegativeCache } from '../../../core/src/concurrency/negative-cache.ts';
import type { Waiter } from '../../../core/src/concurrency/wait-budget.ts';
import type { Size } from '../../../core/src/domain/geometry.ts';
import { OFFICE_PROGRAMS } from '../../../core/src/domain/office-types.ts';
import type { PageWords } from '../../../core/src/domain/page-words.ts';
import { entryModule } from '../../../core/src/platform/entry-module.ts';
import type { MissingTool } from '../../../core/src/platform/find-program.ts';
import { type MediaTools, toolsEnvironment } from '../ffmpeg/tools.ts';
import { type PoolState, WorkerPool, type WorkLimits } from '../workers/pool.ts';
import { QuickAndSlowQueues } from '../workers/quick-and-slow-queues.ts';
import { findOfficeTools, officeEnvironment } from './office/sandbox.ts';
import type { pictureCalls } from './picture-calls.ts';
import type { Means } from './preview-size.ts';
import type {
  DrawableFile,
  FileToPrepare,
  Pdf,
  PictureSource,
  Plan,
  Rendered,
  Renderer,
  WantedWords,
} from './renderer.ts';
import { sharpVersion } from './sharp-version.ts';

/** Increase with every change to the drawing code that alters pictures. */
const REVISION = 14;

/** Limits of the render processes. Without `quickSeconds`, there is only one queue. */
interface RenderLimits extends WorkLimits {
  readonly quickSeconds?: number;
}

/** Limits of PDFs of whole documents; by default those of pictures. */
type DocumentLimits = Pick<WorkLimits, 'seconds' | 'megabytes'>;

const NO_FFMPEG: MissingTool = {
  tool: 'ffmpeg with ffprobe',
  consequence:
    'Films, sounds and some rare formats of pictures (PNM, Targa and others) are shown as placeholders, films are played as they are, and imports know their sizes and durations less exactly.',
};

/** Share of the job timeout that LibreOffice may use; the rest is for counting the pages. */
const OFFICE_SHARE = 0.8;
/** The same of the program that recognises text; the rest is for drawing the page. */
const SHARE_OF_RECOGNITION = 0.7;
/** How long a picture is remembered as slow, in seconds. */
const SLOW_SECONDS = 3600;
/** Rank of quick jobs, which go first: placeholders, and pages of documents that are already converted. */
const FIRST = 0;

/**
 * Draws pictures in child processes with sharp and with decoders for formats that sharp lacks, among them the installed
 * programs in `tools`. Starts no process before the first picture, unless it is told to.
 */
export class SharpRenderer implements Renderer {
  readonly version: string;
  readonly means: Means;
  /** External programs that are not installed, and what can't be drawn without them. */
  readonly missing: readonly MissingTool[];
  readonly #queues: QuickAndSlowQueues<typeof pictureCalls>;
  /** One process: whole documents are for downloads, which may wait, and pictures need the other cores. */
  readonly #whole: WorkerPool<typeof pictureCalls>;
  readonly #seconds: number;
  readonly #slow = new NegativeCache({ seconds: SLOW_SECONDS, now: () => performance.now() });

  constructor(
    { processes, seconds, quickSeconds = seconds, megabytes, queue }: RenderLimits,
    tools: { readonly media?: MediaTools | undefined; readonly documents?: DocumentLimits } = {},
  ) {
    const office = findOfficeTools();
    this.#seconds = seconds;
    const module = entryModule('picture-worker', import.meta.url);
    const environment = (jobSeconds: number) => ({
      // Limits malloc arenas so that freed pixel memory returns to the system instead of staying with each thread.
      MALLOC_ARENA_MAX: '2',
      ...toolsEnvironment(tools.media),
      ...('lack' in office ? {} : officeEnvironment({ ...office, seconds: jobSeconds * OFFICE_SHARE })),
    });
    this.#queues = new QuickAndSlowQueues({
      ...{ module, processes: processes === 0 ? availableParallelism() : processes },
      ...{ secondsPerJob: seconds, quickSeconds, queue, megabytes, env: environment(seconds) },
    });
    const { documents = { seconds, megabytes } } = tools;
    this.#whole = new WorkerPool({
      ...{ module, processes: 1, queue },
      ...{ secondsPerJob: documents.seconds, megabytes: documents.megabytes, env: environment(documents.seconds) },
    });
    // Includes the programs, because installing them changes the pictures of the same files.
    const lacking = 'lack' in office ? [] : OFFICE_PROGRAMS.filter((each) => !office.programs.includes(each));
    this.means = { hasFfmpeg: tools.media !== undefined, officePrograms: 'lack' in office ? [] : office.programs };
    const programs = `${'lack' in office ? '' : ['/office', ...lacking].join('-')}${tools.media ? '' : '/no-ffmpeg'}`;
    this.version = `${REVISION}/sharp-${sharpVersion()}${programs}`;
    this.missing = [
      ...('lack' in office ? [{ tool: 'LibreOffice', consequence: `${OFFICE_CONSEQUENCE}: ${office.lack}.` }] : []),
      ...lacking.map((program) => ({
        tool: `LibreOffice ${program}`,
        consequence: `Of its files, ${SMALL_PICTURES}.`,
      })),
      ...(tools.media ? [] : [NO_FFMPEG]),
    ];
  }

  /** Starts a process, so that the first picture need not wait for it. */
  startAhead(): void {
    this.#queues.startAhead();
  }

  async render(plan: Plan, source: PictureSource, waiter: Waiter): Promise<Rendered> {
    if ('path' in source) {
      return await this.#queues.run('drawFile', { plan, source }, { ...waiter, ...this.#queueOf(plan, source.path) });
    }
    if ('prepare' in source) {
      const prepare = async () => {
        const { argument, [Symbol.asyncDispose]: dispose } = await source.prepare();
        return { argument: { plan, source: argument }, [Symbol.asyncDispose]: dispose };
      };
      return await this.#queues.run('drawFile', prepare, { ...waiter, ...this.#queueOf(plan, source.key) });
    }
    const first = { ...waiter, rank: FIRST };
    if ('svg' in source) return await this.#queues.run('drawSvg', { plan, svg: source.svg }, first);
    // Scaling a small picture is quick, but a caller may want any number of sizes.
    if ('natural' in source) {
      return await this.#queues.run('drawAgain', { plan, rendered: source }, { ...waiter, rank: plan.box });
    }
    return await this.#queues.run('drawPage', { plan, pdf: source.bytes }, first);
  }

  async toPdf(source: DrawableFile | FileToPrepare, waiter: Waiter): Promise<Pdf> {
    const argument = 'prepare' in source ? source.prepare : source;
    // LibreOffice alone takes seconds to start.
    return await this.#queues.run('toPdf', argument, { ...waiter, isKnownSlow: true });
  }

  async pageSizes(source: FileToPrepare | Pdf, waiter: Waiter): Promise<readonly Size[]> {
    const argument = 'prepare' in source ? source.prepare : { pdf: source.bytes };
    return await this.#queues.run('pageSizes', argument, { ...waiter, rank: FIRST });
  }

  async pageWords(source: FileToPrepare | Pdf, { page, recogniser }: WantedWords, waiter: Waiter): Promise<PageWords> {
    if (!('prepare' in source)) {
      return await this.#queues.run('pageWords', { source: { pdf: source.bytes }, page }, { ...waiter, rank: FIRST });
    }
    const recognised = recogniser && { ...recogniser, seconds: this.#seconds * SHARE_OF_RECOGNITION };
    const prepare = async () => {
      const { argument, [Symbol.asyncDispose]: dispose } = await source.prepare();
      return {
        argument: { source: argument, page, ...(recognised && { recognised }) },
        [Symbol.asyncDispose]: dispose,
      };
    };
    return await this.#queues.run('pageWords', prepare, {
      ...waiter,
      rank: FIRST,
      isKnownSlow: recognised !== undefined,
    });
  }

  async features({ bytes }: Rendered, waiter: Waiter): Promise<string> {
    return await this.#queues.run('features', bytes, { ...waiter, rank: FIRST });
  }

  toWholePdf(source: DrawableFile | FileToPrepare, waiter: Waiter): Promise<Pdf> {
    return this.#whole.run('toWholePdf', 'prepare' in source ? source.prepare : source, waiter);
  }

  states(): ReturnType<QuickAndSlowQueues<typeof pictureCalls>['states']> & { readonly documents: PoolState } {
    return { ...this.#queues.states(), documents: this.#whole.state() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#queues[Symbol.asyncDispose](), this.#whole[Symbol.asyncDispose]()]);
  }

  /**
   * Chooses the queue and rank of a page. A page that was slow once is also slow at larger sizes. The smaller
   * pictures of a caller go first, because users see thumbnails by the dozen.
   */
  #queueOf({ page, box }: Plan, file: string) {
    const key = `${file} ${page}`;
    return {
      isKnownSlow: this.#slow.reason(key, box) !== undefined,
      rank: box,
      onSlow: () => this.#slow.note(key, 'slow', box),
    };
  }
}

const SMALL_PICTURES = 'the small picture that they may carry is shown, or a placeholder, and none has a PDF';
const OFFICE_CONSEQUENCE = `Of Office and OpenDocument files, ${SMALL_PICTURES}`;
