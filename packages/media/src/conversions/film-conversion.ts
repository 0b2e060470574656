import { type Area, type Fitted, fitInto, isSame, type Size } from '../../../core/src/domain/geometry.ts';
import { type Probe, sizeAsSeen } from '../ffmpeg/probe.ts';
import type { FilmLook } from '../playback/film-arguments.ts';
import { type FilmConversion, intoMp4 } from '../playback/way-to-play.ts';
import { type FilmPlan, MAX_PIXELS_A_SIDE } from './conversion-plan.ts';

/**
 * Constant rate factors of H.264 for qualities 100 (hardly distinguishable from the original) and 1 (hardly
 * recognisable).
 */
const FINEST_CRF = 15;
const COARSEST_CRF = 50;
const DEFAULT_CRF = 20;

/**
 * Turns a plan into a conversion. Copies each stream that need not change. Undefined if the file has no video or the
 * film would be too large.
 */
export function filmOrder(
  { box, quality, keepsMetadata, marks }: FilmPlan,
  probe: Probe,
): { readonly conversion: FilmConversion; readonly look: FilmLook } | undefined {
  if (!probe.video) return undefined;
  const seen = sizeAsSeen(probe.video);
  const fitted = box && evened(fitInto(seen, box));
  if (fitted && Math.max(fitted.size.width, fitted.size.height) > MAX_PIXELS_A_SIDE) return undefined;
  const isChanged = quality !== undefined || (fitted && !(isSame(fitted.scaled, seen) && isSame(fitted.size, seen)));
  const conversion = intoMp4ForAll(probe);
  const look = {
    ...(fitted && isChanged ? { fitted } : {}),
    crf: crfOf(quality),
    keepsMetadata,
    ...(marks === undefined ? {} : { marks }),
  };
  return { conversion: isChanged ? { ...conversion, video: 'encode' } : conversion, look };
}

/** Plans an MP4 that any program plays, because whoever downloads a film may show it with another than a browser. */
function intoMp4ForAll(probe: Probe): FilmConversion {
  const planned = intoMp4(probe);
  return planned.video && probe.video?.codec !== 'h264' ? { ...planned, video: 'encode' } : planned;
}

/** Returns true for an MP4 of which no stream has to be encoded for any program to play it. */
export function isForAllPlayers(probe: Probe): boolean {
  const { video, audio } = intoMp4ForAll(probe);
  const isMp4 = probe.format.split(',').includes('mp4') && !probe.brand.startsWith('qt');
  return isMp4 && video === 'copy' && audio !== 'encode';
}

function crfOf(quality: number | undefined): number {
  if (quality === undefined) return DEFAULT_CRF;
  return Math.round(COARSEST_CRF - ((quality - 1) / 99) * (COARSEST_CRF - FINEST_CRF));
}

/** Makes all sides even, because the pixel format of films stores one colour for each block of two by two pixels. */
function evened({ scaled, cut, sheet, size }: Fitted): Fitted {
  return {
    scaled: even(scaled),
    ...(cut ? { cut: evenArea(cut) } : {}),
    ...(sheet ? { sheet: evenArea(sheet) } : {}),
    size: even(size),
  };
}

function even({ width, height }: Size): Size {
  return { width: evenSide(width), height: evenSide(height) };
}

function evenSide(side: number): number {
  return Math.max(2, side - (side % 2));
}

function evenArea(area: Area): Area {
  return { ...even(area), left: area.left - (area.left % 2), top: area.top - (area.top % 2) };
}
