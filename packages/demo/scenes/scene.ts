import type { Palette } from '../drawing/palettes.ts';
import type { Random } from '../drawing/random.ts';
import type { Sheet } from '../drawing/sheet.ts';
import type { Bitmap, Water } from '../drawing/water.ts';

/** Input of a scene: a sheet (longer edge 1,600 units, whatever the size in pixels), a palette and random numbers. */
export interface Frame {
  readonly sheet: Sheet;
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
  readonly random: Random;
  /** Seed of the picture, for noise fields. */
  readonly seed: string;
  /** The variant to draw; each scene defines its own. */
  readonly variant: string;
}

/** What a scene returns besides the content of its sheet. */
export interface Drawing {
  /** A bitmap that is smoothly enlarged behind the sheet. */
  readonly painting?: Bitmap;
  readonly water?: Water;
  /** A sheet with what is in front of the water, as large as the frame. */
  readonly front?: Sheet;
  /** Strength of the film grain, default 2.2; 0 for flat graphics. */
  readonly grain?: number;
  /** Strength of the darker corners, default 0.25. */
  readonly vignette?: number;
}

/** Draws one picture. */
export type Scene = (frame: Frame) => Drawing;
