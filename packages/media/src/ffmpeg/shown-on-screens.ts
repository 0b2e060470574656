import type { VideoStream } from './probe.ts';

/** Codecs whose decoders don't say which frames are interlaced; only the container does. */
const SILENT_DECODERS: ReadonlySet<string> = new Set(['jpeg2000', 'cfhd', 'qtrle']);

/**
 * Filter that makes whole frames of interlaced ones; others pass unchanged. It comes before everything that changes
 * sizes.
 */
export function deinterlaced({ codec, isInterlaced }: VideoStream): string {
  return `yadif=deint=${isInterlaced && SILENT_DECODERS.has(codec) ? 'all' : 'interlaced'}`;
}

const HDR: ReadonlySet<string> = new Set(['smpte2084', 'arib-std-b67']);
const UNSTATED: ReadonlySet<string> = new Set(['', 'unknown', 'reserved']);

export function isHdr({ transfer }: VideoStream): boolean {
  return HDR.has(transfer);
}

/**
 * Filters that map HDR to BT.709, the colours of screens; none for other films. Sizes must be
 * even, and are changed before, because a pixel takes twelve bytes meanwhile.
 */
export function mappedToScreens(video: VideoStream): readonly string[] {
  if (!isHdr(video)) return [];
  return [
    // The library that converts colours refuses what is not stated. HDR is BT.2020.
    ...(UNSTATED.has(video.primaries) ? ['setparams=color_primaries=bt2020'] : []),
    ...(UNSTATED.has(video.matrix) ? ['setparams=colorspace=bt2020nc'] : []),
    'zscale=transfer=linear:npl=100',
    'format=gbrpf32le',
    'zscale=primaries=bt709',
    'tonemap=tonemap=hable:desat=0',
    'zscale=transfer=bt709:matrix=bt709:range=tv',
    'format=yuv420p',
  ];
}
