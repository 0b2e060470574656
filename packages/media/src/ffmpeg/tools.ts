import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../../../core/src/platform/find-program.ts';
import { CannotMake, type CannotMakeReason } from '../derived/cannot-make.ts';

const PATIENCE_MILLISECONDS = 10_000;

/** The installed programs that open films and sounds. */
export interface MediaTools {
  /** Absolute paths. */
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /** Version that ffmpeg reports, for example `5.1.9-0+deb12u1`. */
  readonly version: string;
}

/** Finds ffmpeg and ffprobe on the PATH; undefined if one is missing or ffmpeg does not start. */
export async function findMediaTools(): Promise<MediaTools | undefined> {
  const [ffmpeg, ffprobe] = await Promise.all([findProgram('ffmpeg'), findProgram('ffprobe')]);
  if (ffmpeg === undefined || ffprobe === undefined) return undefined;
  const version = await versions.getOrInsertComputed(ffmpeg, versionOf);
  return version === undefined ? undefined : { ffmpeg, ffprobe, version };
}

/** Versions by the path of ffmpeg. Its start takes longer than that of many commands, so it is asked once. */
const versions = new Map<string, Promise<string | undefined>>();

async function versionOf(ffmpeg: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(ffmpeg, ['-version'], { timeout: PATIENCE_MILLISECONDS });
    return /^ffmpeg version (\S+)/.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}

/** Environment that passes the tools to worker processes. */
export function toolsEnvironment(tools: MediaTools | undefined): Record<string, string> {
  return tools === undefined ? {} : { MEDIA_TOOLS: JSON.stringify(tools) };
}

/** Returns the tools that the parent passed to this worker process. Throws CannotMake if there are none. */
export function requireTools(reason: CannotMakeReason, message: string): MediaTools {
  const passed = process.env['MEDIA_TOOLS'];
  if (passed === undefined) throw new CannotMake(reason, message);
  return JSON.parse(passed) as MediaTools;
}
