import { availableParallelism } from 'node:os';
import type { MissingTool } from '../find-program.ts';
import { type MediaTools, toolsEnvironment } from '../media/tools.ts';
import {
  CannotRender,
  type DrawableFile,
  type Drawing,
  type Pdf,
  type Plan,
  type Rendered,
  type Renderer,
  RenderingLost,
} from '../ports/renderer.ts';
import { openPool, WorkerDied, WorkerTimeout } from '../processes/pool.ts';
import type { Refused, RenderJob } from '../renditions/draw.ts';
import { officeEnvironment } from '../renditions/office/environment.ts';
import { findOfficeTools } from '../renditions/office/tools.ts';
import { sharpVersion } from '../renditions/sharp-version.ts';

/** Counts changes of our own drawing that alter pictures. */
const REVISION = 2;

/** Limits of the render processes (configuration: `render`). */
export interface RenderLimits {
  /** 0: as many as cores. */
  readonly processes: number;
  /** Longest time for one picture. */
  readonly seconds: number;
  /** Most memory of one process. */
  readonly megabytes: number;
  /** Most pictures that wait for a process. */
  readonly queue: number;
}

const NO_FFMPEG: MissingTool = {
  tool: 'ffmpeg with ffprobe',
  consequence: 'Films and sounds have no pictures, and are played as they are.',
};

/** A renderer that knows what it lacks. */
export interface SharpRenderer extends Renderer {
  /** Programs that aren't on this machine, and what isn't drawn for it. */
  readonly missing: readonly MissingTool[];
}

/** Of the time for one job, what LibreOffice may take of it; the rest is for counting the pages. */
const OFFICE_SHARE = 0.8;

/**
 * Draws pictures in child processes with sharp and the decoders it lacks, among them `tools` of the machine. Starts no process before
 * the first picture.
 */
export function openSharpRenderer(
  { processes, seconds, megabytes, queue }: RenderLimits,
  tools: { readonly media?: MediaTools | undefined } = {},
): SharpRenderer {
  const office = findOfficeTools();
  const pool = openPool<RenderJob, Rendered | Pdf | Refused>({
    module: new URL('../renditions/worker.ts', import.meta.url),
    processes: processes === 0 ? availableParallelism() : processes,
    secondsPerJob: seconds,
    queue,
    megabytes,
    env: {
      // Freed pixels go back to the system instead of staying with each thread.
      MALLOC_ARENA_MAX: '2',
      ...toolsEnvironment(tools.media),
      ...('lack' in office ? {} : officeEnvironment({ ...office, seconds: seconds * OFFICE_SHARE })),
    },
  });

  async function run(job: RenderJob, signal: AbortSignal): Promise<Rendered | Pdf> {
    const answer = await pool.run(job, { signal }).catch((error: unknown) => {
      if (!(error instanceof WorkerDied || error instanceof WorkerTimeout)) throw error;
      throw new RenderingLost(error.message, { cause: error });
    });
    if ('cannot' in answer) throw new CannotRender(answer.cannot, answer.message);
    return answer;
  }

  return {
    // A program that is installed later makes other pictures of the same files.
    version: `${REVISION}/sharp-${sharpVersion()}${'lack' in office ? '' : '/office'}`,
    missing: [
      ...('lack' in office ? [{ tool: 'LibreOffice', consequence: `${OFFICE_CONSEQUENCE}: ${office.lack}.` }] : []),
      ...(tools.media ? [] : [NO_FFMPEG]),
    ],
    async render(plan, source, { signal }) {
      const answer = await run(jobFor(plan, source), signal);
      if (!('width' in answer)) throw new Error('the render process answered another question');
      return answer;
    },
    toPdf: async (source, { signal }) => await run({ kind: 'pdf', source }, signal),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

function jobFor(plan: Plan, source: DrawableFile | Drawing | Pdf): RenderJob {
  if ('svg' in source) return { kind: 'drawing', plan, drawing: source };
  if ('path' in source) return { kind: 'file', plan, source };
  return { kind: 'page', plan, pdf: source.bytes };
}

const OFFICE_CONSEQUENCE =
  'Office and OpenDocument files show the small picture that they may carry, or a placeholder, and have no PDF';
