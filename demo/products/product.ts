import type { Random } from '../drawing/random.ts';
import type { Sheet } from '../drawing/sheet.ts';
import type { Colourway } from './colourways.ts';

/**
 * Draws one product standing on the floor: its middle at x = 0, its foot at y = 0, up is negative,
 * about 1,000 units tall or wide; light comes from the left.
 */
export type Product = (sheet: Sheet, colours: Colourway, random: Random) => void;
