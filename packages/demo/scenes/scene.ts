import type { Palette } from '../drawing/palettes.ts';
import type { Random } from '../drawing/random.ts';
import type { Sheet } from '../drawing/sheet.ts';
import type { Bitmap, Water } from '../drawing/water.ts';

/** What a scene is given: a sheet (longer edge 1,600 units, whatever the pixels), light and chance. */
export interface Frame {
  readonly sheet: Sheet;
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
  readonly random: Random;
  /** Seed of the picture, for noise fields. */
  readonly seed: string;
  /** Which of the scene's kinds to draw; every scene knows its own words. */
  readonly variant: string;
}

/** What a scene asks for beside its sheet. */
export interface Drawing {
  /** A picture made pixel by pixel that is enlarged softly behind the sheet. */
  readonly painting?: Bitmap;
  readonly water?: Water;
  /** What stands in front of the water; as large as the frame. */
  readonly front?: Sheet;
  /** Film grain, default 2.2; 0 for flat graphics. */
  readonly grain?: number;
  /** Darker corners, default 0.25. */
  readonly vignette?: number;
}

/** Draws one picture. */
export type Scene = (frame: Frame) => Drawing;
