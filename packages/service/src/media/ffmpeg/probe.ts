import { CannotMake } from '../derived/cannot-make.ts';
import { confinedInput, QUIETLY } from './confinement.ts';
import { outputOf } from './run.ts';
import type { MediaTools } from './tools.ts';

/** Streams and properties of a film or sound. Names are those of ffmpeg; absent values are '' or 0. */
export interface Probe {
  /** Names of the container, for example `mov,mp4,m4a,3gp,3g2,mj2`. */
  readonly format: string;
  /** Major brand of an MP4 file, four letters such as `isom` and `qt  `. */
  readonly brand: string;
  readonly seconds: number;
  /** The first video stream that can be decoded, cover pictures excluded. */
  readonly video?: VideoStream;
  /** The first audio stream that can be decoded. */
  readonly audio?: AudioStream;
  /** Index of the stream that holds the cover picture. */
  readonly cover?: number;
}

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
}

export interface AudioStream {
  readonly index: number;
  readonly codec: string;
  readonly profile: string;
  readonly channels: number;
}

const ENTRIES = [
  'format=format_name,duration',
  'format_tags=major_brand',
  'stream=index,codec_type,codec_name,profile,pix_fmt,width,height,sample_aspect_ratio,color_transfer,channels,duration',
  'stream_disposition=attached_pic',
  'stream_tags=comment,filename',
  'stream_side_data=rotation',
].join(':');
/** Limit of ffprobe's output in bytes; a file with more streams than fit is rejected. */
const MAX_BYTES = 4 * 2 ** 20;

/** Probes a file. Rejects with CannotMake if it is not a known kind of film or sound, or if `seconds` have passed. */
export async function probe(tools: MediaTools, path: string, seconds?: number): Promise<Probe> {
  const args = [...QUIETLY, ...confinedInput(path), '-of', 'json', '-show_entries', ENTRIES];
  const json = await outputOf(tools.ffprobe, args, {
    maxBytes: MAX_BYTES,
    ...(seconds === undefined ? {} : { seconds }),
  });
  const found = readProbe(JSON.parse(json.toString('utf8')));
  if (!found.video && !found.audio) throw new CannotMake('corrupt', 'neither pictures nor sound are in the file');
  return found;
}

type RawStream = Readonly<
  Partial<Record<'index' | 'width' | 'height' | 'channels', number>> &
    Partial<Record<'codec_type' | 'codec_name' | 'profile' | 'pix_fmt' | 'color_transfer' | 'duration', string>>
> & {
  readonly sample_aspect_ratio?: string;
  readonly disposition?: { readonly attached_pic?: number };
  readonly tags?: { readonly comment?: string; readonly filename?: string };
  readonly side_data_list?: readonly { readonly rotation?: number }[];
};

interface RawProbe {
  readonly format?: {
    readonly format_name?: string;
    readonly duration?: string;
    readonly tags?: { readonly major_brand?: string };
  };
  readonly streams?: readonly RawStream[];
}

function readProbe(json: unknown): Probe {
  const { format = {}, streams = [] } = json as RawProbe;
  const isCover = ({ disposition }: RawStream) => disposition?.attached_pic === 1;
  const video = streams.find((each) => each.codec_type === 'video' && !isCover(each) && isKnown(each));
  const audio = streams.find((each) => each.codec_type === 'audio' && isKnown(each));
  const covers = streams.filter((each) => each.codec_type === 'video' && isCover(each));
  const cover = covers.find(isFront) ?? covers[0];
  const seconds = [format.duration, video?.duration, audio?.duration]
    .map(Number)
    .find((each) => each > 0 && each < 1e8);
  return {
    format: format.format_name ?? '',
    brand: format.tags?.major_brand ?? '',
    seconds: seconds ?? 0,
    ...(video ? { video: readVideo(video) } : {}),
    ...(audio ? { audio: readAudio(audio) } : {}),
    ...(cover?.index === undefined ? {} : { cover: cover.index }),
  };
}

/** True for the front cover: ID3, FLAC, Vorbis and ASF have the kind of a picture, Matroska has names of files. */
function isFront({ tags = {} }: RawStream): boolean {
  return tags.comment === 'Cover (front)' || /^cover\./i.test(tags.filename ?? '');
}

/** Video without a size and audio without channels can't be decoded. */
function isKnown({ codec_name = 'unknown', codec_type, width = 0, height = 0, channels = 0 }: RawStream): boolean {
  return codec_name !== 'unknown' && (codec_type === 'video' ? width > 0 && height > 0 : channels > 0);
}

function readVideo(stream: RawStream): VideoStream {
  const { index = 0, codec_name = '', profile = '', pix_fmt = '', width = 0, height = 0, color_transfer = '' } = stream;
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
    transfer: color_transfer,
  };
}

function readAudio({ index = 0, codec_name = '', profile = '', channels = 0 }: RawStream): AudioStream {
  return { index, codec: codec_name, profile, channels };
}

/** Size in pixels of a film as shown: rotated, and with square pixels. */
export function sizeAsSeen({ width, height, pixelAspect, rotation }: VideoStream): { width: number; height: number } {
  const seen = { width: Math.max(1, Math.round(width * pixelAspect)), height };
  return Math.round(rotation / 90) % 2 === 0 ? seen : { width: seen.height, height: seen.width };
}
