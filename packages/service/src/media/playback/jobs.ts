import { access } from 'node:fs/promises';
import sharp from 'sharp';
import { readPeaks } from '../ffmpeg/peaks.ts';
import { type Probe, probe } from '../ffmpeg/probe.ts';
import { MediaFailure, run } from '../ffmpeg/run.ts';
import { type MediaTools, toolsOfProcess } from '../ffmpeg/tools.ts';
import { type Colour, drawWaveform } from '../ffmpeg/waveform.ts';
import { type FilmLook, filmArguments } from './film-arguments.ts';
import { requireWhole } from './require-whole.ts';
import { type StripPlan, stripArguments } from './strip.ts';
import type { FilmConversion } from './way-to-play.ts';

/** FilmJob of a playback worker; `target` is the path of the file to write. */
export type FilmJob =
  | { readonly do: 'probe'; readonly source: string }
  | {
      readonly do: 'convert';
      readonly source: string;
      readonly target: string;
      readonly conversion: FilmConversion;
      readonly probe: Probe;
      readonly maxBytes: number;
      readonly look?: FilmLook;
    }
  | {
      readonly do: 'strip';
      readonly source: string;
      readonly target: string;
      readonly plan: StripPlan;
      readonly probe: Probe;
    }
  | { readonly do: 'bars'; readonly source: string; readonly target: string; readonly probe: Probe };

/** Result of a job. A bad source is a result too, because error classes are lost between processes. */
export type FilmResult = { readonly probe: Probe } | { readonly done: true } | { readonly cannot: string };

/** Number of bars in a waveform. They are white because the player applies its own colours. */
const BARS = 180;
const WHITE: Colour = [255, 255, 255];
const BARS_STYLE = { width: 1800, height: 240, fill: 0.96, margin: 0, colours: [WHITE, WHITE] } as const;

/** Performs one job. Rejects only on errors that the source did not cause. */
export async function perform(job: FilmJob): Promise<FilmResult> {
  const tools = toolsOfProcess();
  if (tools === undefined) return { cannot: 'ffmpeg is not there' };
  // A file that can't be accessed is an error of the service, not of the film.
  await access(job.source);
  try {
    return job.do === 'probe' ? { probe: await probe(tools, job.source) } : await write(tools, job);
  } catch (error) {
    if (error instanceof MediaFailure) return { cannot: error.message };
    throw error;
  }
}

async function write(tools: MediaTools, job: Exclude<FilmJob, { do: 'probe' }>): Promise<FilmResult> {
  const { source, target } = job;
  const { video, audio } = job.probe;
  if (job.do === 'convert') {
    await run(tools.ffmpeg, filmArguments(source, target, job));
    await requireWhole(tools, target, { seconds: job.probe.seconds, maxBytes: job.maxBytes });
  } else if (job.do === 'strip' && video) await run(tools.ffmpeg, stripArguments(source, target, job.plan, video));
  else if (job.do === 'bars' && audio) await writeBars(tools, { source, target, stream: audio.index });
  else return { cannot: 'the file has no such stream' };
  return { done: true };
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
