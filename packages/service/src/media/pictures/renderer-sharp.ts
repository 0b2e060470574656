import { availableParallelism } from 'node:os';
import { rememberFailures } from '../../concurrency/recent-failures.ts';
import type { MissingTool } from '../../platform/find-program.ts';
import { type MediaTools, toolsEnvironment } from '../ffmpeg/tools.ts';
import { type Lanes, openLanes } from '../workers/lanes.ts';
import { WorkerDied, WorkerTimeout } from '../workers/pool.ts';
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

/** Counts changes of our own drawing that alter pictures. */
const REVISION = 7;

/** Limits of the render processes (configuration: `render`). */
export interface RenderLimits {
  /** 0: as many as cores. */
  readonly processes: number;
  /** Longest time for one picture. */
  readonly seconds: number;
  /** A picture that takes longer goes over to the slow lane; absent: there is one lane. */
  readonly quickSeconds?: number;
  /** Most memory of one process. */
  readonly megabytes: number;
  /** Most pictures that wait for a process, in each lane. */
  readonly queue: number;
}

const NO_FFMPEG: MissingTool = {
  tool: 'ffmpeg with ffprobe',
  consequence:
    'Films, sounds and some rare formats of pictures (PNM, Targa and others) are shown as placeholders, and films are played as they are.',
};

/** A renderer that knows what it lacks, and how busy it is. */
export interface SharpRenderer extends Renderer {
  states(): ReturnType<Lanes<RenderJob, unknown>['states']>;
  /** Programs that aren't on this machine, and what isn't drawn for it. */
  readonly missing: readonly MissingTool[];
}

/** Of the time for one job, what LibreOffice may take of it; the rest is for counting the pages. */
const OFFICE_SHARE = 0.8;
/** How long it is remembered which pictures are slow. */
const SLOW_SECONDS = 3600;
/** What is drawn in a moment goes first: a placeholder, and the page of a document whose conversion is paid for. */
const FIRST = 0;

/**
 * Draws pictures in child processes with sharp and the decoders it lacks, among them `tools` of the machine. Starts no process before
 * the first picture.
 */
export function openSharpRenderer(
  { processes, seconds, quickSeconds = seconds, megabytes, queue }: RenderLimits,
  tools: { readonly media?: MediaTools | undefined } = {},
): SharpRenderer {
  const office = findOfficeTools();
  const lanes = openLanes<RenderJob, Rendered | Pdf | Refused>({
    module: new URL('./worker.ts', import.meta.url),
    processes: processes === 0 ? availableParallelism() : processes,
    secondsPerJob: seconds,
    quickSeconds,
    queue,
    megabytes,
    env: {
      // Freed pixels go back to the system instead of staying with each thread.
      MALLOC_ARENA_MAX: '2',
      ...toolsEnvironment(tools.media),
      ...('lack' in office ? {} : officeEnvironment({ ...office, seconds: seconds * OFFICE_SHARE })),
    },
  });

  const slow = rememberFailures({ seconds: SLOW_SECONDS, now: () => performance.now() });

  async function run(job: RenderJob, options: RenderOptions): Promise<Rendered | Pdf> {
    const answer = await lanes.run(job, { ...options, ...laneOf(job) }).catch((error: unknown) => {
      if (!(error instanceof WorkerDied || error instanceof WorkerTimeout)) throw error;
      throw new RenderingLost(error.message, { cause: error });
    });
    if ('cannot' in answer) throw new CannotRender(answer.cannot, answer.message);
    return answer;
  }

  /** A larger picture of what was slow is slow, too. Thumbnails go first, for they are seen by the dozen. */
  function laneOf(job: RenderJob) {
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
    // A program that is installed later makes other pictures of the same files.
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
    states: lanes.states,
    toPdf: async (source, options) => await run({ kind: 'pdf', source }, options),
    [Symbol.asyncDispose]: () => lanes[Symbol.asyncDispose](),
  };
}

function jobFor(plan: Plan, source: DrawableFile | Drawing | Pdf): RenderJob {
  if ('svg' in source) return { kind: 'drawing', plan, drawing: source };
  if ('path' in source) return { kind: 'file', plan, source };
  return { kind: 'page', plan, pdf: source.bytes };
}

const OFFICE_CONSEQUENCE =
  'Office and OpenDocument files show the small picture that they may carry, or a placeholder, and have no PDF';
