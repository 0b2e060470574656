/** Rechecks what general detection tells of sounds and films by too few bytes, or by names that nobody registered. */

/** Registered media types for names that detection uses. */
const REGISTERED: Readonly<Record<string, string>> = {
  // Program and system streams (interface decisions 7).
  'video/mp1s': 'video/mpeg',
  'video/mp2p': 'video/mpeg',
  'video/m2ts': 'video/mp2t',
  'video/x-m4v': 'video/mp4',
  'audio/x-m4a': 'audio/mp4',
  'image/mj2': 'video/mj2',
};

/** Containers whose media type exists for films and for sounds. */
const OF_EITHER_KIND = /^(?:audio|video)\/(mp4|webm|matroska|3gpp2?|ogg|x-ms-asf)$/;

/** Returns the media type of a container by what it holds. */
export function typeOfKind(mediaType: string, kind: 'audio' | 'video'): string {
  return mediaType.replace(OF_EITHER_KIND, `${kind}/$1`);
}

/** Stream type identifiers in the header of an ASF file. */
const ASF_VIDEO = Buffer.from('c0ef19bc4d5bcf11a8fd00805f5c442b', 'hex');
const ASF_AUDIO = Buffer.from('409e69f84d5bcf11a8fd00805f5c442b', 'hex');

/**
 * Returns the type of an ASF file by all its streams: one with any video stream is a film, whichever stream comes
 * first.
 */
function asfType(head: Buffer): string | undefined {
  if (head.includes(ASF_VIDEO)) return 'video/x-ms-asf';
  return head.includes(ASF_AUDIO) ? 'audio/x-ms-asf' : undefined;
}

/** Returns a more exact media type than general detection; '' if the file turns out not to be of the detected type. */
export function closerType(mediaType: string, head: Buffer, isNamedSound: boolean): string {
  if (/\/(?:x-ms-asf|vnd\.ms-asf)$/.test(mediaType)) return asfType(head) ?? mediaType;
  if (mediaType === 'audio/aiff') return formType(head);
  if (mediaType === 'audio/vnd.dolby.dd-raw') return dolbyType(head);
  if (mediaType === 'audio/mpeg' && !isNamedSound && !isMpegAudio(head)) return '';
  return REGISTERED[mediaType] ?? mediaType;
}

/** Greatest version of the bit stream that is AC-3; Enhanced AC-3 begins alike. */
const LAST_AC3_VERSION = 10;

function dolbyType(head: Buffer): string {
  return (head[5] ?? 0) >> 3 <= LAST_AC3_VERSION ? 'audio/ac3' : 'audio/eac3';
}

/** Media types of files in Electronic Arts' Interchange File Format, by the four letters after the length. */
const FORMS: Readonly<Record<string, string>> = {
  AIFF: 'audio/aiff',
  AIFC: 'audio/aiff',
  '8SVX': 'audio/x-8svx',
  ILBM: 'image/x-ilbm',
  'PBM ': 'image/x-ilbm',
  LWOB: 'model/x-lightwave',
  LWO2: 'model/x-lightwave',
  LWO3: 'model/x-lightwave',
  LXOB: 'model/x-modo',
};

function formType(head: Buffer): string {
  return FORMS[head.toString('latin1', 8, 12)] ?? '';
}

/** Bitrates in kbit/s, by the version, layer and bitrate index in a frame's header. */
const BITRATES: Readonly<Record<string, readonly number[]>> = {
  '1-1': [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '1-2': [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1-3': [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2-1': [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '2-2': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  '2-3': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/**
 * Returns true if one MPEG audio frame is followed by another: the eleven sync bits of a single frame occur in many
 * files.
 */
function isMpegAudio(head: Buffer): boolean {
  if (head.toString('latin1', 0, 3) === 'ID3') return true;
  for (let from = 0; from < 4; from += 1) {
    const length = frameLength(head, from);
    if (length !== undefined && frameLength(head, from + length) !== undefined) return true;
  }
  return false;
}

/** Returns the length in bytes of the frame at this offset; undefined if no frame begins there. */
function frameLength(head: Buffer, at: number): number | undefined {
  const [sync = 0, kind = 0, rates = 0] = head.subarray(at, at + 3);
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0) return undefined;
  const version = [2.5, 0, 2, 1][(kind >> 3) & 3] ?? 0;
  const layer = [0, 3, 2, 1][(kind >> 1) & 3] ?? 0;
  const kilobits = BITRATES[`${version === 1 ? 1 : 2}-${layer}`]?.[(rates >> 4) - 1];
  const samplesPerSecond = SAMPLE_RATES[(rates >> 2) & 3];
  if (version === 0 || kilobits === undefined || samplesPerSecond === undefined) return undefined;
  const bytesPerSample = (kilobits * 125) / (samplesPerSecond / (version === 1 ? 1 : version === 2 ? 2 : 4));
  const isPadded = (rates & 2) !== 0;
  if (layer === 1) return (Math.floor(12 * bytesPerSample) + (isPadded ? 1 : 0)) * 4;
  const samples = layer === 3 && version !== 1 ? 576 : 1152;
  return Math.floor(samples * bytesPerSample) + (isPadded ? 1 : 0);
}
