import { CannotMake } from '../derived/cannot-make.ts';
import { confinedInput, QUIETLY } from './confinement.ts';
import type { Probe } from './probe.ts';
import { outputOf } from './run.ts';
import type { MediaTools } from './tools.ts';

const WITH_COMMENTS = /^(?:ogg|flac)$/;
/** Limit of the covers of a file in Base64. */
const MAX_BYTES = 48 * 2 ** 20;
const SECONDS = 5;
const FRONT = '3';

/**
 * Returns the cover of a sound in Ogg or FLAC that is in its comment `COVERART` in Base64, as before pictures had a place of
 * their own. ffmpeg has it as a text, not as a stream. Undefined if there is none.
 */
export async function oldCover(
  tools: Pick<MediaTools, 'ffprobe'>,
  path: string,
  { format, isFilm, cover }: Probe,
): Promise<Buffer | undefined> {
  if (isFilm || cover !== undefined || !WITH_COMMENTS.test(format)) return undefined;
  const names = 'coverart,coverarttype';
  const entries = ['-show_entries', `format_tags=${names}:stream_tags=${names}`, '-of', 'json'];
  const args = [...QUIETLY, ...confinedInput(path), ...entries];
  const json = await outputOf(tools.ffprobe, args, { maxBytes: MAX_BYTES, seconds: SECONDS }).catch(
    (error: unknown) => {
      // A waveform must not stand for a cover because the machine was busy.
      if (error instanceof CannotMake && error.reason !== 'too_slow') return undefined;
      throw error;
    },
  );
  if (json === undefined) return undefined;
  const { format: whole, streams = [] } = JSON.parse(json.toString('utf8')) as RawTags;
  const tags = [whole, ...streams].flatMap((each) => Object.entries(each?.tags ?? {}));
  // ffmpeg joins comments of the same name with semicolons.
  const all = (name: string) => tags.flatMap(([key, text]) => (key.toLowerCase() === name ? text.split(';') : []));
  const covers = all('coverart');
  const front = covers[all('coverarttype').indexOf(FRONT)] ?? covers[0];
  return front === undefined ? undefined : Buffer.from(front, 'base64');
}

interface Tagged {
  readonly tags?: Readonly<Record<string, string>>;
}

interface RawTags {
  readonly format?: Tagged;
  readonly streams?: readonly Tagged[];
}
