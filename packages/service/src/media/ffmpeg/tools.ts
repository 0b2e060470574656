import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../../platform/find-program.ts';

const PATIENCE_MILLISECONDS = 10_000;

/** The programs that open films and sounds, as found on this machine. */
export interface MediaTools {
  /** Absolute paths. */
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /** As ffmpeg tells it, for example `5.1.9-0+deb12u1`. */
  readonly version: string;
}

/** ffmpeg and ffprobe from the PATH; undefined where one is missing or does not start. */
export async function findMediaTools(): Promise<MediaTools | undefined> {
  const [ffmpeg, ffprobe] = await Promise.all([findProgram('ffmpeg'), findProgram('ffprobe')]);
  if (ffmpeg === undefined || ffprobe === undefined) return undefined;
  try {
    const { stdout } = await promisify(execFile)(ffmpeg, ['-version'], { timeout: PATIENCE_MILLISECONDS });
    const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1];
    return version === undefined ? undefined : { ffmpeg, ffprobe, version };
  } catch {
    return undefined;
  }
}

/** How worker processes are told of the tools. */
export function toolsEnvironment(tools: MediaTools | undefined): Record<string, string> {
  return tools === undefined ? {} : { MEDIA_TOOLS: JSON.stringify(tools) };
}

/** The tools that this worker process was told of. */
export function toolsOfProcess(): MediaTools | undefined {
  const told = process.env['MEDIA_TOOLS'];
  return told === undefined ? undefined : (JSON.parse(told) as MediaTools);
}
