/**
 * What ffmpeg may touch. Films come from strangers, and some formats are lists of other files or addresses (HLS, DASH, concat,
 * SDP): none of those is among the demuxers below, and no protocol but `file` is there for the rest.
 */
const DEMUXERS = [
  // Containers of films.
  'mov,matroska,avi,asf,flv,live_flv,mpeg,mpegts,mpegvideo,mxf,ogg,rm,ivf,dv,gxf,nut,wtv,swf,bink,smk,roq',
  // Films without a container.
  'h264,hevc,m4v,h263,av1,obu,mjpeg,yuv4mpegpipe',
  // Sounds.
  'mp3,aac,ac3,eac3,dts,dtshd,truehd,wav,w64,aiff,au,caf,flac,ape,wv,tta,tak,mpc,mpc8,amr,amrnb,amrwb,gsm,voc,dsf,aa,shn,xwma',
].join(',');

/** Of the hundreds of decoders those that films and sounds of today and of the last decades are made with. */
const DECODERS = [
  'h264,hevc,vp8,vp9,av1,libdav1d,libaom-av1,mpeg1video,mpeg2video,mpegvideo,mpeg4,msmpeg4v1,msmpeg4v2,msmpeg4,wmv1,wmv2,wmv3,vc1',
  'h261,h263,h263i,h263p,flv,theora,mjpeg,mjpegb,prores,dnxhd,cfhd,dvvideo,svq1,svq3,cinepak,indeo3,indeo5,vp3,vp6,vp6a,vp6f',
  'rv10,rv20,rv30,rv40,qtrle,rpza,smc,rawvideo,v210,ffv1,huffyuv,ffvhuff,utvideo,hap,jpeg2000,libopenjpeg,png,gif,bmp,binkvideo,roqvideo',
  'aac,aac_fixed,aac_latm,mp1,mp1float,mp2,mp2float,mp3,mp3float,mp3on4,ac3,ac3_fixed,eac3,dca,truehd,mlp,flac,alac,vorbis,libvorbis,opus,libopus',
  'speex,libspeex,wmav1,wmav2,wmapro,wmalossless,wmavoice,amrnb,libopencore_amrnb,amrwb,libopencore_amrwb,ape,wavpack,tta,tak,mpc7,mpc8',
  'cook,ra_144,ra_288,sipr,atrac3,atrac3p,nellymoser,gsm,libgsm,gsm_ms,libgsm_ms,qcelp,qdm2,mace3,mace6,shorten,dsd_lsbf,dsd_msbf',
  'pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_u16le,pcm_u16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be',
  'pcm_alaw,pcm_mulaw,pcm_bluray,pcm_dvd,pcm_s16le_planar,pcm_s24le_planar,adpcm_ms,adpcm_ima_wav,adpcm_ima_qt,adpcm_swf,adpcm_yamaha,adpcm_g722,g722,g726',
].join(',');

/** One allocation at most; the memory of the whole process is watched from outside. */
const MAX_ALLOCATION_BYTES = 512 * 2 ** 20;
/** 8192 x 8192: beyond every camera, and still fit for the memory of one process. */
const MAX_FRAME_PIXELS = 2 ** 26;

/** First arguments of every call: quiet, without a terminal, in bounded memory. */
export const QUIETLY: readonly string[] = ['-v', 'error', '-max_alloc', String(MAX_ALLOCATION_BYTES)];

/** Opens one local file and nothing that it may point to. Further options of the input stand before these. */
export function confinedInput(path: string): readonly string[] {
  return [
    ...['-protocol_whitelist', 'file'],
    ...['-format_whitelist', DEMUXERS],
    ...['-codec_whitelist', DECODERS],
    ...['-max_pixels', String(MAX_FRAME_PIXELS)],
    ...['-threads', '1'],
    // With its protocol before it, a path is never taken for an option or an address.
    ...['-i', `file:${path}`],
  ];
}

/** Decoders of still pictures; each is named for its file, so nothing is guessed. */
export type StillDecoder = (typeof STILL_DECODERS)[number];

const STILL_DECODERS = [
  ...(['pbm', 'pgm', 'ppm', 'pam', 'pfm', 'targa', 'pcx', 'xpm', 'xbm', 'xwd', 'exr', 'dds', 'dpx', 'fits'] as const),
  ...(['sgi', 'sunrast', 'qoi', 'jpegls'] as const),
] as const;

/** A still picture in a local file: all of it, or the one that begins at `from`. */
export interface StillFile {
  readonly path: string;
  readonly decoder: StillDecoder;
  readonly from?: number;
}

/** Opens a still picture. `settings` are those of the decoder. */
export function confinedStill({ path, decoder, from }: StillFile, settings: readonly string[] = []): readonly string[] {
  // Else a name with a percent sign is the pattern of many names.
  const demuxer = decoder === 'fits' ? ['-f', 'fits'] : ['-f', 'image2', '-pattern_type', 'none'];
  const input = from === undefined ? `file:${path}` : `subfile,,start,${from},end,0,,:file:${path}`;
  return [
    ...['-protocol_whitelist', from === undefined ? 'file' : 'file,subfile'],
    ...['-codec_whitelist', decoder, '-c:v', decoder, ...settings],
    ...['-max_pixels', String(MAX_FRAME_PIXELS)],
    ...['-threads', '1'],
    ...[...demuxer, '-i', input],
  ];
}
