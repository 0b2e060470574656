import type { Size } from '../../../core/src/domain/geometry.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { confinedInput, QUIETLY } from './confinement.ts';
import { outputOf, runProgram } from './run.ts';
import type { MediaTools } from './tools.ts';

/** Streams and properties of a film or sound. Names are those of ffmpeg; absent values are '' or 0. */
export interface Probe {
  /** Names of the container, for example `mov,mp4,m4a,3gp,3g2,mj2`. */
  readonly format: string;
  /** How certain the container is by its content: from 0 to 100, and above 50 more certain than by a file's name. */
  readonly certainty: number;
  /** Major brand of an MP4 file, four letters such as `isom` and `qt  `. */
  readonly brand: string;
  readonly seconds: number;
  /** Texts about the whole by ffmpeg's names, which are the same for all containers. */
  readonly texts: ProbedTexts;
  /** The first video stream that can be decoded, cover pictures excluded. */
  readonly video?: VideoStream;
  /** The first audio stream that can be decoded. */
  readonly audio?: AudioStream;
  /** Index of the stream that holds the cover picture, and the picture's size if it is known. */
  readonly cover?: number;
  readonly coverSize?: Size;
  /** True if that is stated to be the front cover. */
  readonly isFrontCover: boolean;
  /** True if there is video beside cover pictures, even if it can't be decoded. */
  readonly isFilm: boolean;
}

const TEXTS = [
  'title',
  'artist',
  'author',
  'description',
  'comment',
  'synopsis',
  'copyright',
  'date',
  'keywords',
] as const;
type ProbedTexts = Readonly<Partial<Record<(typeof TEXTS)[number], string>>>;

export interface VideoStream {
  readonly index: number;
  readonly codec: string;
  readonly profile: string;
  readonly pixelFormat: string;
  /** Size in pixels as stored, before rotation. */
  readonly width: number;
  readonly height: number;
  /** Width of a pixel divided by its height. */
  readonly pixelAspect: number;
  /** Degrees clockwise, from -180 to 180. */
  readonly rotation: number;
  /** Transfer characteristics, for example `bt709`; `smpte2084` and `arib-std-b67` mean HDR. */
  readonly transfer: string;
  readonly primaries: string;
  /** Coefficients between RGB and YUV, for example `bt2020nc`. */
  readonly matrix: string;
  /** True if a frame consists of two fields of different moments. */
  readonly isInterlaced: boolean;
}

export interface AudioStream {
  readonly index: number;
  readonly codec: string;
  readonly profile: string;
  readonly channels: number;
}

/** A picture of an APE tag has its kind as the name of a tag. */
const APE_FRONT = 'Cover Art (Front)';
const ENTRIES = [
  'format=format_name,probe_score,duration',
  `format_tags=major_brand,${TEXTS.join(',')}`,
  'stream=index,codec_type,codec_name,profile,pix_fmt,width,height,sample_aspect_ratio,channels,duration,nb_frames,color_transfer,color_primaries,color_space,field_order',
  'stream_disposition=attached_pic',
  `stream_tags=filename,${APE_FRONT},${TEXTS.join(',')}`,
  'stream_side_data=rotation',
].join(':');
/** Limit of ffprobe's output in bytes; a file with more streams than fit is rejected. */
const MAX_BYTES = 4 * 2 ** 20;

/** Probes a file. Rejects with CannotMake if it is not a known kind of film or sound, or if `seconds` have passed. */
export async function probe(tools: Pick<MediaTools, 'ffprobe'>, path: string, seconds?: number): Promise<Probe> {
  const args = [...QUIETLY, ...confinedInput(path), '-of', 'json', '-show_entries', ENTRIES];
  const json = await outputOf(tools.ffprobe, args, {
    maxBytes: MAX_BYTES,
    ...(seconds === undefined ? {} : { seconds }),
  });
  const raw = JSON.parse(json.toString('utf8')) as RawProbe;
  const found = readProbe(raw);
  if (!found.video && !found.audio) throw new CannotMake('corrupt', 'neither pictures nor sound are in the file');
  const { video, audio } = found;
  const isCover = video && audio && STILL_CODECS.has(video.codec) && (await isOnePicture(tools, path, video.index));
  const known = isCover ? readProbe(raw, video.index) : found;
  const stream = known.video ?? known.audio;
  if (stream === undefined) return known;
  if (BARE.test(known.format) || raw.streams?.some(({ nb_frames }) => nb_frames === ENDLESS))
    return { ...known, seconds: (await secondsOfPackets(tools, path, stream.index, 'summed')) || known.seconds };
  if (known.seconds > 0 || !LIVE.test(known.format)) return known;
  return { ...known, seconds: await secondsOfPackets(tools, path, stream.index, 'timed') };
}

/** Codecs of still pictures, which some programs write as a film of one frame to give a sound a cover. */
const STILL_CODECS: ReadonlySet<string> = new Set(['mjpeg', 'png', 'bmp', 'gif', 'tiff', 'webp']);
/** A search for the second frame reads the whole file if there is none, and so does one for the last. */
const SEARCH_SECONDS = 5;

/** Returns true if a stream is known to consist of one frame. */
async function isOnePicture(tools: Pick<MediaTools, 'ffprobe'>, path: string, stream: number): Promise<boolean> {
  const packets = [
    '-select_streams',
    String(stream),
    '-show_entries',
    'packet=stream_index',
    '-read_intervals',
    '%+#2',
  ];
  const args = [...QUIETLY, ...confinedInput(path), ...packets, '-of', 'csv=p=0'];
  try {
    const lines = (await outputOf(tools.ffprobe, args, { maxBytes: MAX_BYTES, seconds: SEARCH_SECONDS })).toString(
      'utf8',
    );
    return lines.trim().split('\n').length === 1;
  } catch (error) {
    if (error instanceof CannotMake) return false;
    throw error;
  }
}

/** What is recorded live has no duration in these; in other containers, other readers may find one that ffprobe doesn't tell. */
const LIVE = /^(?:matroska|flac)\b/;

/** The number of frames that ffmpeg writes first into an AVI, and never corrects where it can't go back, as in a pipe. */
const ENDLESS = String(2 ** 30);

/** Bare streams have no duration and no times; ffprobe guesses by the bit rate of their beginning. Their frames have lengths. */
const BARE = /^(?:mpegvideo|m4v|h263|h264|hevc|av1|obu|mjpeg|aac|ac3|eac3|dts|dtshd|truehd|mp3)$/;

/**
 * Returns how long a stream plays by its packets, because what browsers and live encoders record states no duration. 0 if
 * they have no times, or if listing them takes more than `SEARCH_SECONDS`.
 */
async function secondsOfPackets(
  tools: Pick<MediaTools, 'ffprobe'>,
  path: string,
  stream: number,
  packetsAre: 'timed' | 'summed',
): Promise<number> {
  const entries = `packet=${packetsAre === 'timed' ? 'pts_time,' : ''}duration_time`;
  const packets = ['-select_streams', String(stream), '-show_entries', entries, '-of', 'csv=p=0'];
  let [start, end, rest] = [Number.POSITIVE_INFINITY, 0, ''];
  // Keeps nothing, because a day of sound has millions of packets.
  const onOutput = (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const numbers = line.split(',').map(Number);
      const [at = Number.NaN, length] = packetsAre === 'timed' ? numbers : [end, ...numbers];
      if (line === '' || !Number.isFinite(at)) continue;
      start = Math.min(start, at);
      end = Math.max(end, at + (length || 0));
    }
  };
  try {
    const args = [...QUIETLY, ...confinedInput(path), ...packets];
    await runProgram(tools.ffprobe, args, { onOutput, seconds: SEARCH_SECONDS });
    return Math.max(0, end - start);
  } catch (error) {
    if (error instanceof CannotMake) return 0;
    throw error;
  }
}

type RawStream = Readonly<
  Partial<Record<'index' | 'width' | 'height' | 'channels', number>> &
    Partial<Record<'codec_type' | 'codec_name' | 'profile' | 'pix_fmt' | 'duration' | 'nb_frames', string>> &
    Partial<Record<'color_transfer' | 'color_primaries' | 'color_space' | 'field_order', string>>
> & {
  readonly sample_aspect_ratio?: string;
  readonly disposition?: { readonly attached_pic?: number };
  readonly tags?: Readonly<Record<string, string>>;
  readonly side_data_list?: readonly { readonly rotation?: number }[];
};

interface RawProbe {
  readonly format?: {
    readonly format_name?: string;
    readonly probe_score?: number;
    readonly duration?: string;
    readonly tags?: Readonly<Record<string, string>>;
  };
  readonly streams?: readonly RawStream[];
}

/** `picture` is the index of a stream that is a cover although it isn't marked as one. */
function readProbe({ format = {}, streams = [] }: RawProbe, picture?: number): Probe {
  const isCover = ({ disposition, index }: RawStream) =>
    disposition?.attached_pic === 1 || (index !== undefined && index === picture);
  const video = streams.find((each) => each.codec_type === 'video' && !isCover(each) && isKnown(each));
  const audio = streams.find((each) => each.codec_type === 'audio' && isKnown(each));
  const covers = streams.filter((each) => each.codec_type === 'video' && isCover(each));
  const cover = covers.find(isFront) ?? covers.find(({ tags }) => isNamedCover(tags?.['filename'])) ?? covers[0];
  const seconds = [format.duration, video?.duration, audio?.duration]
    .map(Number)
    .find((each) => each > 0 && each < 1e8);
  return {
    format: format.format_name ?? '',
    certainty: format.probe_score ?? 0,
    brand: format.tags?.['major_brand'] ?? '',
    seconds: seconds ?? 0,
    // Ogg has them in its streams.
    texts: {
      ...(/^ogg\b/.test(format.format_name ?? '') ? textsIn((audio ?? video)?.tags) : {}),
      ...textsIn(format.tags),
    },
    ...(video ? { video: readVideo(video) } : {}),
    ...(audio ? { audio: readAudio(audio) } : {}),
    ...(cover?.index === undefined ? {} : { cover: cover.index }),
    ...(cover && isKnown(cover) ? { coverSize: { width: cover.width ?? 0, height: cover.height ?? 0 } } : {}),
    isFrontCover: cover !== undefined && isFront(cover),
    isFilm: streams.some((each) => each.codec_type === 'video' && !isCover(each)),
  };
}

/** Containers differ in the case of names. */
function textsIn(tags: Readonly<Record<string, string>> = {}): ProbedTexts {
  const texts = Object.entries(tags).map(([name, text]) => [name.toLowerCase(), text] as const);
  return Object.fromEntries(texts.filter(([name]) => TEXTS.some((each) => each === name)));
}

/** True for the front cover: ID3, FLAC, Vorbis and ASF have the kind of a picture, Matroska has names of files. */
function isFront({ tags = {} }: RawStream): boolean {
  return tags['comment'] === 'Cover (front)' || APE_FRONT in tags || /^cover\./i.test(tags['filename'] ?? '');
}

/** True for the names that Matroska gives covers; `cover.jpg` is the usual one of the front. */
export function isNamedCover(name = ''): boolean {
  return /^(?:small_)?cover(?:_land)?\./i.test(name);
}

/** Video without a size and audio without channels can't be decoded. */
function isKnown({ codec_name = 'unknown', codec_type, width = 0, height = 0, channels = 0 }: RawStream): boolean {
  return codec_name !== 'unknown' && (codec_type === 'video' ? width > 0 && height > 0 : channels > 0);
}

/** Orders of fields by ffmpeg's names: which of the two is stored, and which is shown first. */
const INTERLACED: ReadonlySet<string> = new Set(['tt', 'bb', 'tb', 'bt']);

function readVideo(stream: RawStream): VideoStream {
  const { index = 0, codec_name = '', profile = '', pix_fmt = '', width = 0, height = 0 } = stream;
  const [across = 1, down = 1] = (stream.sample_aspect_ratio ?? '1:1').split(':').map(Number);
  const pixelAspect = across > 0 && down > 0 && across / down < 10 && down / across < 10 ? across / down : 1;
  const turned = stream.side_data_list?.find((each) => each.rotation !== undefined)?.rotation ?? 0;
  return {
    index,
    codec: codec_name,
    profile,
    pixelFormat: pix_fmt,
    width,
    height,
    pixelAspect,
    rotation: 0 - turned,
    transfer: stream.color_transfer ?? '',
    primaries: stream.color_primaries ?? '',
    matrix: stream.color_space ?? '',
    isInterlaced: INTERLACED.has(stream.field_order ?? ''),
  };
}

function readAudio({ index = 0, codec_name = '', profile = '', channels = 0 }: RawStream): AudioStream {
  return { index, codec: codec_name, profile, channels };
}

/** ffmpeg turns a frame by exactly a quarter if its rotation differs from that by at most this many degrees. */
const QUARTER_TOLERANCE = 1;

/** Size in pixels of a film as shown: rotated, and with square pixels. */
export function sizeAsSeen({ width, height, pixelAspect, rotation }: VideoStream): Size {
  const seen = { width: Math.max(1, Math.round(width * pixelAspect)), height };
  const isQuarter = Math.abs((Math.abs(rotation) % 180) - 90) <= QUARTER_TOLERANCE;
  return isQuarter ? { width: seen.height, height: seen.width } : seen;
}
