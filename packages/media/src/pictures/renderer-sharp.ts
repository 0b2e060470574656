import { availableParallelism } from 'node:os';
import { openNegativeCache } from '../../../core/src/concurrency/negative-cache.ts';
import { entryModule } from '../../../core/src/platform/entry-module.ts';
import type { MissingTool } from '../../../core/src/platform/find-program.ts';
import { type MediaTools, toolsEnvironment } from '../ffmpeg/tools.ts';
import { openPool, type PoolState, type WorkLimits } from '../workers/pool.ts';
import { openQuickAndSlowQueues, type QuickAndSlowQueues } from '../workers/quick-and-slow-queues.ts';
import { findOfficeTools, officeEnvironment } from './office/sandbox.ts';
import type { pictureCalls } from './picture-calls.ts';
import type { Plan, Renderer } from './renderer.ts';
import { sharpVersion } from './sharp-version.ts';

/** Increase with every change to the drawing code that alters pictures. */
const REVISION = 9;

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

/** A renderer that reports its missing programs and its load. */
export interface SharpRenderer extends Renderer {
  states(): ReturnType<QuickAndSlowQueues<typeof pictureCalls>['states']> & { readonly documents: PoolState };
  /** External programs that are not installed, and what can't be drawn without them. */
  readonly missing: readonly MissingTool[];
}

/** Share of the job timeout that LibreOffice may use; the rest is for counting the pages. */
const OFFICE_SHARE = 0.8;
/** How long a picture is remembered as slow, in seconds. */
const SLOW_SECONDS = 3600;
/** Rank of quick jobs, which go first: placeholders, and pages of documents that are already converted. */
const FIRST = 0;

/**
 * Draws pictures in child processes with sharp and with decoders for formats that sharp lacks, among them the installed
 * programs in `tools`. Starts no process before the first picture.
 */
export function openSharpRenderer(
  { processes, seconds, quickSeconds = seconds, megabytes, queue }: RenderLimits,
  tools: { readonly media?: MediaTools | undefined; readonly documents?: DocumentLimits } = {},
): SharpRenderer {
  const office = findOfficeTools();
  const module = entryModule('picture-worker', import.meta.url);
  const environment = (jobSeconds: number) => ({
    // Limits malloc arenas so that freed pixel memory returns to the system instead of staying with each thread.
    MALLOC_ARENA_MAX: '2',
    ...toolsEnvironment(tools.media),
    ...('lack' in office ? {} : officeEnvironment({ ...office, seconds: jobSeconds * OFFICE_SHARE })),
  });
  const queues = openQuickAndSlowQueues<typeof pictureCalls>({
    ...{ module, processes: processes === 0 ? availableParallelism() : processes },
    ...{ secondsPerJob: seconds, quickSeconds, queue, megabytes, env: environment(seconds) },
  });
  const { documents = { seconds, megabytes } } = tools;
  // One process: whole documents are for downloads, which may wait, and pictures need the other cores.
  const whole = openPool<typeof pictureCalls>({
    ...{ module, processes: 1, queue },
    ...{ secondsPerJob: documents.seconds, megabytes: documents.megabytes, env: environment(documents.seconds) },
  });

  const slow = openNegativeCache({ seconds: SLOW_SECONDS, now: () => performance.now() });

  /**
   * Chooses the queue and rank of a page. A page that was slow once is also slow at larger sizes. The smaller
   * pictures of a caller go first, because users see thumbnails by the dozen.
   */
  function queueOf({ page, box }: Plan, file: string) {
    const key = `${file} ${page}`;
    return {
      isKnownSlow: slow.reason(key, box) !== undefined,
      rank: box,
      onSlow: () => slow.note(key, 'slow', box),
    };
  }

  return {
    // Includes LibreOffice, because installing it changes the pictures of the same files.
    version: `${REVISION}/sharp-${sharpVersion()}${'lack' in office ? '' : '/office'}`,
    missing: [
      ...('lack' in office ? [{ tool: 'LibreOffice', consequence: `${OFFICE_CONSEQUENCE}: ${office.lack}.` }] : []),
      ...(tools.media ? [] : [NO_FFMPEG]),
    ],
    async render(plan, source, options) {
      if ('path' in source) {
        return await queues.run('drawFile', { plan, source }, { ...options, ...queueOf(plan, source.path) });
      }
      if ('prepare' in source) {
        const prepare = async () => {
          const { argument, [Symbol.asyncDispose]: dispose } = await source.prepare();
          return { argument: { plan, source: argument }, [Symbol.asyncDispose]: dispose };
        };
        return await queues.run('drawFile', prepare, { ...options, ...queueOf(plan, source.key) });
      }
      if ('svg' in source) return await queues.run('drawSvg', { plan, svg: source.svg }, { ...options, rank: FIRST });
      return await queues.run('drawPage', { plan, pdf: source.bytes }, { ...options, rank: FIRST });
    },
    states: () => ({ ...queues.states(), documents: whole.state() }),
    // LibreOffice alone takes seconds to start.
    toPdf: async (source, options) => {
      const argument = 'prepare' in source ? source.prepare : source;
      return await queues.run('toPdf', argument, { ...options, isKnownSlow: true });
    },
    toWholePdf: (source, options) => whole.run('toWholePdf', 'prepare' in source ? source.prepare : source, options),
    async [Symbol.asyncDispose]() {
      await Promise.all([queues[Symbol.asyncDispose](), whole[Symbol.asyncDispose]()]);
    },
  };
}

const OFFICE_CONSEQUENCE =
  'Office and OpenDocument files show the small picture that they may carry, or a placeholder, and have no PDF';
