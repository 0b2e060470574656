import { darken, lighten } from '../drawing/colour.ts';
import type { Sheet } from '../drawing/sheet.ts';
import type { Colourway } from './colourways.ts';

/**
 * Draws one product that stands on the floor: its centre is at x = 0, its foot at y = 0, and negative y is up. It is
 * about 1,000 units tall or wide. Light comes from the left.
 */
export type Product = (sheet: Sheet, colours: Colourway) => void;

/** Returns a gradient that makes a body look round: lit from the left, with reflected light on the right edge. */
export function roundPaint(sheet: Sheet, colour: string, half: number): string {
  const [left, bright] = [darken(colour, 0.34), lighten(colour, 0.32)];
  const shade = darken(colour, 0.46);
  return sheet.across(
    -half,
    half,
    left,
    [darken(colour, 0.08), 1, 0.12],
    [bright, 1, 0.3],
    [colour, 1, 0.5],
    [shade, 1, 0.86],
    left,
  );
}
