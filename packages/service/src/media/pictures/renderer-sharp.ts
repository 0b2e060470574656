import { availableParallelism } from 'node:os';
import { openNegativeCache } from '../../concurrency/negative-cache.ts';
import { entryModule } from '../../platform/entry-module.ts';
import type { MissingTool } from '../../platform/find-program.ts';
import { type MediaTools, toolsEnvironment } from '../ffmpeg/tools.ts';
import { WorkerDied, WorkerTimeout } from '../workers/pool.ts';
import { openQuickAndSlowQueues, type QuickAndSlowQueues } from '../workers/quick-and-slow-queues.ts';
import type { Refused, RenderJob } from './draw.ts';
import { officeEnvironment } from './office/environment.ts';
import { findOfficeTools } from './office/tools.ts';
import {
  CannotRender,
  type DrawableFile,
  type Drawing,
  type Pdf,
  type Plan,
  type Rendered,
  type Renderer,
  RenderingLost,
  type RenderOptions,
} from './renderer.ts';
import { sharpVersion } from './sharp-version.ts';

/** Increase with every change to the drawing code that alters pictures. */
const REVISION = 7;

/** Limits of the render processes (configuration: `render`). */
export interface RenderLimits {
  /** Number of processes; 0 means one per core. */
  readonly processes: number;
  /** Timeout for one picture, in seconds. */
  readonly seconds: number;
  /** Seconds after which a picture is restarted in the slow queue. If absent, there is only one queue. */
  readonly quickSeconds?: number;
  /** Memory limit of one process, in MB. */
  readonly megabytes: number;
  /** Maximum queue length of each queue. */
  readonly queue: number;
}

const NO_FFMPEG: MissingTool = {
  tool: 'ffmpeg with ffprobe',
  consequence:
    'Films, sounds and some rare formats of pictures (PNM, Targa and others) are shown as placeholders, and films are played as they are.',
};

/** A renderer that reports its missing programs and its load. */
export interface SharpRenderer extends Renderer {
  states(): ReturnType<QuickAndSlowQueues<RenderJob, unknown>['states']>;
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
  tools: { readonly media?: MediaTools | undefined } = {},
): SharpRenderer {
  const office = findOfficeTools();
  const queues = openQuickAndSlowQueues<RenderJob, Rendered | Pdf | Refused>({
    module: entryModule('picture-worker', import.meta.url),
    processes: processes === 0 ? availableParallelism() : processes,
    secondsPerJob: seconds,
    quickSeconds,
    queue,
    megabytes,
    env: {
      // Limits malloc arenas so that freed pixel memory returns to the system instead of staying with each thread.
      MALLOC_ARENA_MAX: '2',
      ...toolsEnvironment(tools.media),
      ...('lack' in office ? {} : officeEnvironment({ ...office, seconds: seconds * OFFICE_SHARE })),
    },
  });

  const slow = openNegativeCache({ seconds: SLOW_SECONDS, now: () => performance.now() });

  async function run(job: RenderJob, options: RenderOptions): Promise<Rendered | Pdf> {
    const answer = await queues.run(job, { ...options, ...queueOf(job) }).catch((error: unknown) => {
      if (!(error instanceof WorkerDied || error instanceof WorkerTimeout)) throw error;
      throw new RenderingLost(error.message, { cause: error });
    });
    if ('cannot' in answer) throw new CannotRender(answer.cannot, answer.message);
    return answer;
  }

  /**
   * Chooses the queue and rank of a job. A page that was slow once is also slow at larger sizes. Smaller pictures go
   * first, because users see thumbnails by the dozen.
   */
  function queueOf(job: RenderJob) {
    // LibreOffice alone takes seconds to start.
    if (job.kind === 'pdf') return { isKnownSlow: true };
    if (job.kind !== 'file') return { isKnownSlow: false, rank: FIRST };
    const { page, box } = job.plan;
    const key = `${job.source.path} ${page}`;
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
      const answer = await run(jobFor(plan, source), options);
      if (!('width' in answer)) throw new Error('the render process answered another question');
      return answer;
    },
    states: queues.states,
    toPdf: async (source, options) => await run({ kind: 'pdf', source }, options),
    [Symbol.asyncDispose]: () => queues[Symbol.asyncDispose](),
  };
}

function jobFor(plan: Plan, source: DrawableFile | Drawing | Pdf): RenderJob {
  if ('svg' in source) return { kind: 'drawing', plan, drawing: source };
  if ('path' in source) return { kind: 'file', plan, source };
  return { kind: 'page', plan, pdf: source.bytes };
}

const OFFICE_CONSEQUENCE =
  'Office and OpenDocument files show the small picture that they may carry, or a placeholder, and have no PDF';
