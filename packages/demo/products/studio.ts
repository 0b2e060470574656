import { darken, lighten, mix } from '../drawing/colour.ts';
import { circle, group, rect } from '../drawing/sheet.ts';
import type { Drawing, Frame } from '../scenes/scene.ts';
import { COLOURWAYS, type ColourwayName } from './colourways.ts';
import { lamp, lantern } from './lights.ts';
import type { Product } from './product.ts';
import { backpack } from './soft.ts';
import { bottle, jug, mug } from './tableware.ts';

/** All products, with their size relative to the frame and half the width of their shadow. */
const PRODUCTS = {
  mug: [mug, 0.62, 420],
  jug: [jug, 0.68, 330],
  bottle: [bottle, 0.76, 210],
  lamp: [lamp, 0.76, 320],
  lantern: [lantern, 0.7, 300],
  backpack: [backpack, 0.78, 400],
} as const satisfies Record<string, readonly [draw: Product, size: number, shadow: number]>;

/** Name of a product. */
export type ProductName = keyof typeof PRODUCTS;

/**
 * Draws a product in front of a seamless wall. The variant is `product colourway`, or `product colourway cutout`
 * without a wall.
 */
export function studio({ sheet, width, height, variant }: Frame): Drawing {
  const [product, colourway, cutout] = variant.split(' ') as [ProductName, ColourwayName, string?];
  const [draw, size, shadow] = PRODUCTS[product];
  const colours = COLOURWAYS[colourway];
  const { wall } = colours;
  const edge = Math.min(width, height);
  const floor = height * 0.5 + edge * (size * 0.5 + 0.02);
  if (cutout === undefined) {
    const at = (share: number): number => (floor / height) * share;
    const top = mix(darken(wall, 0.16), colours.main, 0.1);
    const paint = sheet.down(
      0,
      height,
      top,
      [wall, 1, at(0.82)],
      [lighten(wall, 0.12), 1, at(0.93)],
      darken(wall, 0.12),
    );
    sheet.add(rect(0, 0, width, height, paint));
    sheet.glow(width * 0.34, height * 0.3, width * 0.7, '#fffaf0', 0.6);
    sheet.glow(width * 0.5, floor, width * 0.6, '#ffffff', 0.25);
  }
  sheet.add(`<g transform="translate(${width / 2} ${floor}) scale(${(edge / 1000) * size})">`);
  if (cutout === undefined) {
    const soft = (reach: number, opacity: number, place: string): string => {
      const dark = darken(wall, 0.75);
      const paint = sheet.radial(0, 0, reach, [dark, opacity], [dark, opacity * 0.55, 0.55], [dark, 0]);
      return group(circle(0, 0, reach, paint), `transform="${place}"`);
    };
    sheet.add(
      soft(shadow * 1.7, 0.42, `translate(${shadow * 0.32} 4) scale(1 .13)`),
      soft(shadow * 1.06, 0.75, 'scale(1 .07)'),
    );
  }
  draw(sheet, colours);
  sheet.add('</g>');
  return { grain: 1.6, vignette: 0.14 };
}
