import type { AudioStream, Probe, VideoStream } from '../ffmpeg/probe.ts';
import { isHdr } from '../ffmpeg/shown-on-screens.ts';

/** How a file is delivered to browsers: as it is, or converted. Plain data. */
export type Way = { readonly kind: 'as-it-is'; readonly mediaType: string } | FilmConversion;

/** How the streams of a file are converted. */
export interface FilmConversion {
  readonly kind: 'convert';
  readonly container: 'mp4' | 'webm';
  /** Absent if there is no such stream. Copying a stream keeps its quality and costs almost nothing. */
  readonly video?: 'copy' | 'encode';
  readonly audio?: 'copy' | 'encode';
}

type Family = 'mp4' | 'quicktime' | 'webm' | 'matroska' | 'ogg' | 'mp3' | 'wav' | 'flac' | 'adts' | 'other';

/**
 * Codecs that browsers play in a container: those that Chrome, Firefox and Safari on ordinary machines have in common,
 * plus AV1.
 */
interface Table {
  readonly video: ReadonlySet<string>;
  readonly audio: ReadonlySet<string>;
}

const NONE: Table = { video: new Set(), audio: new Set() };
const IN_MP4: Table = { video: new Set(['h264', 'vp9', 'av1']), audio: new Set(['aac', 'mp3', 'flac', 'opus']) };
const IN_WEBM: Table = { video: new Set(['vp8', 'vp9', 'av1']), audio: new Set(['vorbis', 'opus']) };
const PLAYED: Readonly<Record<Family, Table>> = {
  mp4: IN_MP4,
  webm: IN_WEBM,
  // Browsers no longer support video in Ogg.
  ogg: { video: new Set(), audio: new Set(['vorbis', 'opus', 'flac']) },
  mp3: { video: new Set(), audio: new Set(['mp3']) },
  wav: { video: new Set(), audio: new Set(['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_f32le']) },
  flac: { video: new Set(), audio: new Set(['flac']) },
  adts: { video: new Set(), audio: new Set(['aac']) },
  quicktime: NONE,
  matroska: NONE,
  other: NONE,
};
const SOUND_TYPES: Readonly<Partial<Record<Family, string>>> = {
  mp4: 'audio/mp4',
  webm: 'audio/webm',
  ogg: 'audio/ogg',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  adts: 'audio/aac',
};
/** 8-bit 4:2:0, limited or full range: all that hardware decoders of H.264 support. */
const PLAIN_PIXELS: ReadonlySet<string> = new Set(['yuv420p', 'yuvj420p']);
/** Browsers decode VP9 and AV1 in software, 10-bit formats included. */
const SOFT_PIXELS = /^(?:yuvj?420p|yuv420p10le|gbrp|yuv444p)$/;
/** Profiles that hardware decoders lack, whatever the pixels: lossless H.264 is one of 4:4:4 also in 4:2:0. */
const RARE_PROFILE = /10|4:2:2|4:4:4/;
const COPIED_INTO_MP4 = new Set(['aac', 'mp3']);

/**
 * Decides how to deliver a file, from its properties alone. `mediaType` distinguishes containers that share their
 * structure.
 */
export function wayToPlay(mediaType: string, probe: Probe): Way {
  const { video, audio } = probe;
  const family = familyOf(mediaType, probe);
  const isAsItShould = (!video || playsVideo(family, video)) && (!audio || playsAudio(family, audio));
  if (isAsItShould && (video || audio)) {
    return { kind: 'as-it-is', mediaType: video ? `video/${family}` : (SOUND_TYPES[family] ?? mediaType) };
  }
  // Only the container is unsuitable, so the streams are copied into another one.
  if (video && playsVideo('webm', video) && (!audio || playsAudio('webm', audio))) return moved('webm', video, audio);
  return intoMp4(probe);
}

/** Plans a conversion to MP4. Copies every stream that MP4 can hold and browsers play, and encodes the others. */
export function intoMp4({ video, audio }: Pick<Probe, 'video' | 'audio'>): FilmConversion {
  const copiesVideo = video !== undefined && playsVideo('mp4', video);
  const copiesAudio = audio !== undefined && COPIED_INTO_MP4.has(audio.codec) && playsAudio('mp4', audio);
  return {
    kind: 'convert',
    container: 'mp4',
    ...(video ? { video: copiesVideo ? 'copy' : 'encode' } : {}),
    ...(audio ? { audio: copiesAudio ? 'copy' : 'encode' } : {}),
  };
}

function moved(container: 'webm', video: VideoStream, audio: AudioStream | undefined): FilmConversion {
  return { kind: 'convert', container, ...(video ? { video: 'copy' } : {}), ...(audio ? { audio: 'copy' } : {}) };
}

/** Browsers show both fields of an interlaced frame at once, as a comb, and not all know HDR in eight bits. */
function playsVideo(family: Family, video: VideoStream): boolean {
  const { codec, profile, pixelFormat, isInterlaced } = video;
  if (isInterlaced || !PLAYED[family].video.has(codec)) return false;
  if (codec === 'vp9' || codec === 'av1') return SOFT_PIXELS.test(pixelFormat);
  return PLAIN_PIXELS.has(pixelFormat) && !RARE_PROFILE.test(profile) && !isHdr(video);
}

/** Browsers downmix at most eight channels. */
function playsAudio(family: Family, { codec, channels }: AudioStream): boolean {
  return PLAYED[family].audio.has(codec) && channels <= 8;
}

function familyOf(mediaType: string, { format, brand }: Probe): Family {
  const names = format.split(',');
  if (names.includes('mp4')) return brand.startsWith('qt') || mediaType === 'video/quicktime' ? 'quicktime' : 'mp4';
  if (names.includes('webm')) return /^(?:audio|video)\/webm$/.test(mediaType) ? 'webm' : 'matroska';
  if (names.includes('ogg')) return 'ogg';
  if (names.includes('mp3')) return 'mp3';
  if (names.includes('wav')) return 'wav';
  if (names.includes('flac')) return 'flac';
  if (names.includes('aac')) return 'adts';
  return 'other';
}
