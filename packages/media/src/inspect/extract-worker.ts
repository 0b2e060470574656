import { type Probe, probe } from '../ffmpeg/probe.ts';
import { serveCalls } from '../workers/serve-calls.ts';
import { TagReader } from './exiftool.ts';
import { extract } from './extract.ts';
import type { ExtractCalls } from './extract-job.ts';
import { sizeAsShown } from './picture-size.ts';
import { taggedCover } from './tagged-cover.ts';

const { ABS_PERL: perl = '', ABS_SCRATCH: scratch = '', ABS_EXIFTOOL_SECONDS: seconds = '' } = process.env;
const { ABS_FFPROBE: ffprobe = '', ABS_FFPROBE_SECONDS: probeSeconds = '' } = process.env;
const exiftool = perl === '' ? undefined : new TagReader({ perl, scratch, seconds: Number(seconds) });
const openStreams = ffprobe === '' ? undefined : openWithCover;

async function openWithCover(path: string): Promise<Probe> {
  const probed = await probe({ ffprobe }, path, Number(probeSeconds));
  const cover = await taggedCover({ ffprobe }, path, probed);
  const coverSize = cover && (await sizeAsShown(cover));
  return coverSize ? { ...probed, coverSize } : probed;
}

const calls: ExtractCalls = { extract: (job) => extract(job, exiftool, openStreams) };
serveCalls(calls);
