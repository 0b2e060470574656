/**
 * Demuxers that ffmpeg may use. Films come from untrusted sources, and some formats are lists of other files or
 * addresses (HLS, DASH, concat, SDP). The list contains none of those formats, and the only protocol that the others
 * may use is `file`.
 */
const DEMUXERS = [
  // Film containers.
  'mov,matroska,avi,asf,flv,live_flv,mpeg,mpegts,mpegvideo,mxf,ogg,rm,ivf,dv,gxf,nut,wtv,swf,bink,smk,roq,flic',
  // Raw video streams.
  'h264,hevc,m4v,h263,av1,obu,mjpeg,yuv4mpegpipe',
  // Audio formats.
  'mp3,aac,ac3,eac3,dts,dtshd,truehd,wav,w64,aiff,au,caf,flac,ape,wv,tta,tak,mpc,mpc8,amr,amrnb,amrwb,gsm,voc,dsf,aa,shn,xwma,adx,ast,sox,ircam,mmf',
].join(',');

/** Decoders that ffmpeg may use: of its hundreds, those for films and sounds of today and of the last decades. */
const DECODERS = [
  'h264,hevc,vp8,vp9,av1,libdav1d,libaom-av1,mpeg1video,mpeg2video,mpegvideo,mpeg4,msmpeg4v1,msmpeg4v2,msmpeg4,wmv1,wmv2,wmv3,vc1',
  'h261,h263,h263i,h263p,flv,theora,mjpeg,mjpegb,prores,dnxhd,cfhd,dvvideo,svq1,svq3,cinepak,indeo3,indeo5,vp3,vp6,vp6a,vp6f',
  'rv10,rv20,rv30,rv40,qtrle,rpza,smc,rawvideo,v210,ffv1,huffyuv,ffvhuff,utvideo,hap,jpeg2000,libopenjpeg,png,gif,bmp,binkvideo,roqvideo',
  'dirac,snow,vp4,vp5,vp7,msrle,msvideo1,8bps,flic,magicyuv,lagarith,fraps,loco,zmbv,mszh,zlib,flashsv,flashsv2,camstudio,camtasia,tscc2',
  'mss1,mss2,vc1image,wmv3image,r210,r10k,v308,v408,v410,ayuv,avui,avrp,y41p,yuv4,cljr,cllc,aic,dxv,hq_hqa,speedhq,pixlet,notchlc,amv,asv1,asv2',
  'aac,aac_fixed,aac_latm,mp1,mp1float,mp2,mp2float,mp3,mp3float,mp3on4,ac3,ac3_fixed,eac3,dca,truehd,mlp,flac,alac,vorbis,libvorbis,opus,libopus',
  'speex,libspeex,wmav1,wmav2,wmapro,wmalossless,wmavoice,amrnb,libopencore_amrnb,amrwb,libopencore_amrwb,ape,wavpack,tta,tak,mpc7,mpc8',
  'cook,real_144,real_288,sipr,atrac3,atrac3plus,nellymoser,gsm,libgsm,gsm_ms,libgsm_ms,qcelp,qdm2,mace3,mace6,shorten,s302m',
  // Of the containers above that have their own.
  'dsd_lsbf,dsd_msbf,dsd_lsbf_planar,dsd_msbf_planar,smackvid,smackaud,binkaudio_dct,binkaudio_rdft,roq_dpcm,adpcm_sbpro_2,adpcm_sbpro_3,adpcm_sbpro_4',
  'pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_u16le,pcm_u16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be',
  'pcm_alaw,pcm_mulaw,pcm_bluray,pcm_dvd,pcm_s16le_planar,pcm_s24le_planar,adpcm_ms,adpcm_ima_wav,adpcm_ima_qt,adpcm_swf,adpcm_yamaha,adpcm_adx,pcm_s16be_planar,g722,g726',
].join(',');

/** Limit of a single allocation. The memory of the whole process is monitored from outside. */
const MAX_ALLOCATION_BYTES = 512 * 2 ** 20;
/** 8192 x 8192 pixels: more than any camera produces, and still fits into the memory of one process. */
const MAX_FRAME_PIXELS = 2 ** 26;

/** First arguments of every call: log errors only and bound each allocation. */
export const QUIETLY: readonly string[] = ['-v', 'error', '-max_alloc', String(MAX_ALLOCATION_BYTES)];

/**
 * Input arguments that open one local file, but nothing that it may refer to. Put further input options before these.
 */
export function confinedInput(path: string): readonly string[] {
  return [
    ...['-protocol_whitelist', 'file'],
    ...['-format_whitelist', DEMUXERS],
    ...['-codec_whitelist', DECODERS],
    ...['-max_pixels', String(MAX_FRAME_PIXELS)],
    ...['-threads', '1'],
    // The protocol prefix keeps a path from being read as an option or an address.
    ...['-i', `file:${path}`],
  ];
}

/** Decoders of still pictures. The caller names the decoder for its file, so ffmpeg guesses nothing. */
export type StillDecoder = (typeof STILL_DECODERS)[number];

const STILL_DECODERS = [
  ...(['pbm', 'pgm', 'ppm', 'pam', 'pfm', 'targa', 'pcx', 'xpm', 'xbm', 'xwd', 'exr', 'dds', 'dpx'] as const),
  ...(['sgi', 'sunrast', 'qoi', 'jpegls'] as const),
] as const;

/** A still picture in a local file: the whole file, or the picture that begins at byte `from`. */
export interface StillFile {
  readonly path: string;
  readonly decoder: StillDecoder;
  readonly from?: number;
}

/** Input arguments that open a still picture. `settings` are options of the decoder. */
export function confinedStill({ path, decoder, from }: StillFile, settings: readonly string[] = []): readonly string[] {
  const input = from === undefined ? `file:${path}` : `subfile,,start,${from},end,0,,:file:${path}`;
  return [
    ...['-protocol_whitelist', from === undefined ? 'file' : 'file,subfile'],
    ...['-codec_whitelist', decoder, '-c:v', decoder, ...settings],
    ...['-max_pixels', String(MAX_FRAME_PIXELS)],
    ...['-threads', '1'],
    // Otherwise ffmpeg reads a percent sign in the name as a pattern for several files.
    ...['-f', 'image2', '-pattern_type', 'none', '-i', input],
  ];
}

/** Pictures that move, by the demuxer that reads them, with the decoders that they need. */
const MOVING_DECODERS = { apng: 'apng,png', mov: 'libdav1d,av1,libaom-av1' } as const;
export type MovingContainer = keyof typeof MOVING_DECODERS;

/** Input arguments that open a moving picture. */
export function confinedMoving(path: string, container: MovingContainer): readonly string[] {
  return [
    ...['-protocol_whitelist', 'file', '-f', container, '-codec_whitelist', MOVING_DECODERS[container]],
    ...['-max_pixels', String(MAX_FRAME_PIXELS), '-threads', '1', '-i', `file:${path}`],
  ];
}

/** Input arguments that read pictures of HEVC from the standard input. Somebody waits for them, so two are decoded at once. */
export function confinedHevc(maxPixels: number): readonly string[] {
  return [
    ...['-protocol_whitelist', 'pipe', '-format_whitelist', 'hevc', '-codec_whitelist', 'hevc'],
    ...['-max_pixels', String(maxPixels), '-threads', '2', '-f', 'hevc', '-i', 'pipe:0'],
  ];
}
