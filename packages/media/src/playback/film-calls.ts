import { access, stat, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { CannotMake } from '../derived/cannot-make.ts';
import { readChapters } from '../ffmpeg/chapters.ts';
import { readPeaks } from '../ffmpeg/peaks.ts';
import { type Probe, probe } from '../ffmpeg/probe.ts';
import { runProgram } from '../ffmpeg/run.ts';
import { isTooShort } from '../ffmpeg/too-short.ts';
import { type MediaTools, requireTools } from '../ffmpeg/tools.ts';
import { type Colour, drawWaveform } from '../ffmpeg/waveform.ts';
import { type FilmLook, filmArguments } from './film-arguments.ts';
import { appendXmp } from './film-xmp.ts';
import { type StripPlan, stripArguments } from './strip.ts';
import type { FilmConversion } from './way-to-play.ts';

interface FilmJob {
  readonly source: string;
  readonly target: string;
  readonly probe: Probe;
}

const NO_STREAM = 'the file has no such stream';
/** Number of bars in a waveform. They are white because the player applies its own colours. */
const BARS = 180;
const WHITE: Colour = [255, 255, 255];
const BARS_STYLE = { width: 1800, height: 240, fill: 0.96, margin: 0, colours: [WHITE, WHITE] } as const;

/** The calls of a film worker. They reject with other errors than CannotMake only if the source is not the cause. */
export const filmCalls = {
  /** Reads what a file consists of. */
  async probe({ source }: { readonly source: string }): Promise<Probe> {
    return await probe(await toolsFor(source), source);
  },
  async convert(
    job: FilmJob & { readonly conversion: FilmConversion; readonly maxBytes: number; readonly look?: FilmLook },
  ): Promise<void> {
    const { source, target, maxBytes } = job;
    const tools = await toolsFor(source);
    await runProgram(tools.ffmpeg, filmArguments(source, target, job));
    await requireWhole(tools, target, { seconds: job.probe.seconds, maxBytes });
    if (job.look?.marks !== undefined) await appendXmp(target, job.look.marks);
  },
  /** Draws the pictures of a film that a player shows above its timeline. */
  async strip({ source, target, plan, probe: { video } }: FilmJob & { readonly plan: StripPlan }): Promise<void> {
    const tools = await toolsFor(source);
    if (!video) throw new CannotMake('corrupt', NO_STREAM);
    await runProgram(tools.ffmpeg, stripArguments(source, target, plan, video));
  },
  /** Writes the chapters of a film or sound of `seconds` as a WebVTT track. */
  async chapters({ source, target, seconds }: Omit<FilmJob, 'probe'> & { readonly seconds: number }): Promise<void> {
    await writeFile(target, await readChapters(await toolsFor(source), source, seconds));
  },
  async bars({ source, target, probe: { audio } }: FilmJob): Promise<void> {
    const tools = await toolsFor(source);
    if (!audio) throw new CannotMake('corrupt', NO_STREAM);
    await writeBars(tools, { source, target, stream: audio.index });
  },
};

async function toolsFor(source: string): Promise<MediaTools> {
  // A file that can't be accessed is an error of the service, not of the film.
  await access(source);
  return requireTools('no_tool', 'ffmpeg is not there');
}

async function writeBars(
  tools: MediaTools,
  { source, target, stream }: { source: string; target: string; stream: number },
): Promise<void> {
  const peaks = await readPeaks(tools, source, { stream, count: BARS });
  const { pixels, width, height } = drawWaveform(peaks, BARS_STYLE);
  await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ palette: true, quality: 60 })
    .toFile(target);
}

/** ffmpeg stops near its byte limit, not exactly at it; a file below this share of the limit was not cut. */
const SURELY_BELOW = 0.98;

/**
 * Rejects with CannotMake if a conversion holds only the beginning of its source. The check is needed because ffmpeg
 * exits with success when it reaches its byte limit or its source ends early.
 */
export async function requireWhole(
  tools: MediaTools,
  target: string,
  { seconds, maxBytes }: { seconds: number; maxBytes: number },
): Promise<void> {
  const { size } = await stat(target);
  if (size >= maxBytes * SURELY_BELOW) throw new CannotMake('corrupt', `more than ${maxBytes} bytes would be needed`);
  const made = await probe(tools, target);
  if (isTooShort(seconds, seconds > 0 ? made.seconds / seconds : 1)) {
    throw new CannotMake('corrupt', `only ${made.seconds} of ${seconds} seconds could be converted`);
  }
}
