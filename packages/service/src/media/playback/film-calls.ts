import { access } from 'node:fs/promises';
import sharp from 'sharp';
import { CannotMake } from '../derived/cannot-make.ts';
import { readPeaks } from '../ffmpeg/peaks.ts';
import { type Probe, probe } from '../ffmpeg/probe.ts';
import { MediaFailure, runProgram } from '../ffmpeg/run.ts';
import { type MediaTools, toolsOfProcess } from '../ffmpeg/tools.ts';
import { type Colour, drawWaveform } from '../ffmpeg/waveform.ts';
import { type FilmLook, filmArguments } from './film-arguments.ts';
import { requireWhole } from './require-whole.ts';
import { type StripPlan, stripArguments } from './strip.ts';
import type { FilmConversion } from './way-to-play.ts';

/** A file to make of a film or sound. */
interface FilmJob {
  /** Path of the original. */
  readonly source: string;
  /** Path of the file to write. */
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
  probe: ({ source }: { readonly source: string }): Promise<Probe> =>
    blamingTheSource(source, (tools) => probe(tools, source)),
  /** Converts a film or sound. */
  convert: (
    job: FilmJob & { readonly conversion: FilmConversion; readonly maxBytes: number; readonly look?: FilmLook },
  ): Promise<void> =>
    blamingTheSource(job.source, async (tools) => {
      const { source, target, maxBytes } = job;
      await runProgram(tools.ffmpeg, filmArguments(source, target, job));
      await requireWhole(tools, target, { seconds: job.probe.seconds, maxBytes });
    }),
  /** Draws the pictures of a film that a player shows above its timeline. */
  strip: ({ source, target, plan, probe: { video } }: FilmJob & { readonly plan: StripPlan }): Promise<void> =>
    blamingTheSource(source, async (tools) => {
      if (!video) throw new MediaFailure(NO_STREAM);
      await runProgram(tools.ffmpeg, stripArguments(source, target, plan, video));
    }),
  /** Draws the waveform of a sound. */
  bars: ({ source, target, probe: { audio } }: FilmJob): Promise<void> =>
    blamingTheSource(source, async (tools) => {
      if (!audio) throw new MediaFailure(NO_STREAM);
      await writeBars(tools, { source, target, stream: audio.index });
    }),
};

async function blamingTheSource<Result>(source: string, work: (tools: MediaTools) => Promise<Result>): Promise<Result> {
  const tools = toolsOfProcess();
  if (tools === undefined) throw new CannotMake('no_tool', 'ffmpeg is not there');
  // A file that can't be accessed is an error of the service, not of the film.
  await access(source);
  try {
    return await work(tools);
  } catch (error) {
    if (error instanceof MediaFailure) throw new CannotMake('corrupt', error.message);
    throw error;
  }
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
