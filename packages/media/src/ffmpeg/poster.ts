import { CannotMake } from '../derived/cannot-make.ts';
import { type Frame, type FrameChoice, readFrame } from './frame.ts';
import type { VideoStream } from './probe.ts';
import { deinterlaced, isHdr, mappedToScreens } from './shown-on-screens.ts';
import type { MediaTools } from './tools.ts';

/** Passes frames with less than 85 % dark pixels. */
const NOT_BLACK = [
  'blackframe=amount=0:threshold=64',
  'metadata=mode=select:key=lavfi.blackframe.pblack:value=85:function=less',
];
/**
 * If the film begins dark, takes a frame half a second after it becomes bright, when the fade-in is over. Otherwise
 * takes the very first frame.
 */
const FADED_IN = "select='if(eq(ld(0),0),st(0,t+0.001));lt(t,0.1)+gte(t,ld(0)+0.5)'";
/** A poster of HDR is mapped to the colours of screens at no more than this width. */
const MAX_HDR_WIDTH = 3000;

/**
 * Reads the poster of a film: a frame from where the film stops being black or nearly so. If none is found in a few
 * seconds of a processor, takes the first key frame that is not black; in a film that is dark throughout, takes the
 * first frame. Takes at most about eleven seconds of a processor. Rejects with CannotMake.
 */
export async function readPoster(tools: MediaTools, path: string, video: VideoStream): Promise<Frame> {
  const { index: stream } = video;
  const smaller = isHdr(video) ? [`scale=w='trunc(min(${MAX_HDR_WIDTH},iw)/2)*2':h=-2`] : [];
  const look = [deinterlaced(video), ...smaller, ...mappedToScreens(video)];
  const tries: FrameChoice[] = [
    { stream, filters: [...look, ...NOT_BLACK, FADED_IN], seconds: 4 },
    { stream, filters: [...look, ...NOT_BLACK], keysOnly: true, seconds: 3 },
    { stream, filters: look, seconds: 2 },
    // A filter may be missing in the ffmpeg of this machine, or reject the frame.
    { stream, filters: [], seconds: 2 },
  ];
  let failure: unknown;
  for (const choice of tries) {
    try {
      const frame = await readFrame(tools, path, choice);
      if (frame !== undefined) return frame;
    } catch (error) {
      if (!(error instanceof CannotMake)) throw error;
      failure = error;
    }
  }
  throw failure ?? new CannotMake('corrupt', 'the film has no frame');
}
