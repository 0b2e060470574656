import type { Backdrop } from '../drawing/backdrop.ts';
import type { Bitmap, Water } from '../drawing/finish.ts';
import type { Palette } from '../drawing/palettes.ts';
import type { Random } from '../drawing/random.ts';
import type { Sheet } from '../drawing/sheet.ts';

/** What a scene is given: a frame (longer edge about 1,600 units, whatever the pixels), light and chance. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
  readonly random: Random;
  /** Seed of the picture, for noise fields. */
  readonly seed: string;
  /** Which of the scene's kinds to draw; every scene knows its own words. */
  readonly variant: string;
}

/** Something in front of the water, drawn after it. Lengths in units of the frame. */
export interface Front {
  readonly left: number;
  readonly top: number;
  readonly sheet: Sheet;
}

/** A drawn scene. */
export interface Drawing {
  /** What lies behind the sheet. */
  readonly backdrop: Backdrop;
  readonly sheet: Sheet;
  readonly water?: Water;
  readonly front?: Front;
  /** Film grain, default 2.2; 0 for flat graphics. */
  readonly grain?: number;
  /** Darker corners, default 0.25. */
  readonly vignette?: number;
}

/** A picture made pixel by pixel, enlarged softly to the frame. */
export interface Painting {
  readonly bitmap: Bitmap;
  /** Sharp points of light added after enlarging, down to `floor` (share of the height). */
  readonly stars?: { readonly count: number; readonly floor: number };
  readonly grain?: number;
  readonly vignette?: number;
}

/** Draws one picture. */
export type Scene = (frame: Frame) => Drawing | Painting;
