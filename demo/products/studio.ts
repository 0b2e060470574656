import { darken, lighten, mix } from '../drawing/colour.ts';
import { createSheet, ellipse, type Sheet } from '../drawing/sheet.ts';
import type { Drawing, Frame } from '../scenes/scene.ts';
import { backpack } from './backpack.ts';
import { COLOURWAYS, type ColourwayName } from './colourways.ts';
import { lamp, lantern } from './lights.ts';
import { blanket, chair } from './living.ts';
import type { Product } from './product.ts';
import { bottle, jug, mug } from './tableware.ts';

/** Everything the studio can photograph, with its size relative to the frame and the half width of its shadow. */
const PRODUCTS = {
  mug: { draw: mug, size: 0.62, shadow: 420 },
  jug: { draw: jug, size: 0.68, shadow: 330 },
  bottle: { draw: bottle, size: 0.76, shadow: 210 },
  lamp: { draw: lamp, size: 0.76, shadow: 320 },
  lantern: { draw: lantern, size: 0.7, shadow: 300 },
  backpack: { draw: backpack, size: 0.78, shadow: 400 },
  chair: { draw: chair, size: 0.76, shadow: 400 },
  blanket: { draw: blanket, size: 0.7, shadow: 560 },
} as const satisfies Record<string, { draw: Product; size: number; shadow: number }>;

/** The name of a product. */
export type ProductName = keyof typeof PRODUCTS;

/** A product before a seamless wall. The variant is `product colourway`, and `product colourway cutout` without any wall. */
export function studio(frame: Frame): Drawing {
  const { width, height, random } = frame;
  const [product, colourway, cutout] = frame.variant.split(' ') as [ProductName, ColourwayName, string?];
  const { draw, size, shadow } = PRODUCTS[product];
  const colours = COLOURWAYS[colourway];
  const edge = Math.min(width, height);
  const scale = (edge / 1000) * size;
  const floor = height * 0.5 + edge * size * 0.5 + edge * 0.02;
  const inner = createSheet(width, height);
  if (cutout === undefined) drawShadow(inner, shadow, colours.wall);
  draw(inner, colours, random);
  const markup = inner
    .svg(width, height)
    .replace(/^<svg[^>]*>/, '')
    .replace(/<\/svg>$/, '');
  const sheet = createSheet(width, height);
  sheet.add(`<g transform="translate(${width / 2} ${floor}) scale(${scale})">${markup}</g>`);
  const wall = colours.wall;
  return {
    backdrop: {
      stops: [
        [0, mix(darken(wall, 0.16), colours.main, 0.1)],
        [(floor / height) * 0.82, wall],
        [(floor / height) * 0.93, lighten(wall, 0.12)],
        [1, darken(wall, 0.12)],
      ],
      lights: [
        { x: width * 0.34, y: height * 0.3, radius: width * 0.7, colour: '#fffaf0', strength: 0.6 },
        { x: width * 0.5, y: floor, radius: width * 0.6, colour: '#ffffff', strength: 0.25 },
      ],
    },
    sheet,
    grain: 1.6,
    vignette: 0.14,
  };
}

function drawShadow(sheet: Sheet, reach: number, wall: string): void {
  const colour = darken(wall, 0.75);
  const soft = (radius: number, opacity: number): string =>
    sheet.radial([0, 0], radius, [
      [0, colour, opacity],
      [0.55, colour, opacity * 0.55],
      [1, colour, 0],
    ]);
  sheet.add(
    `<g transform="translate(${reach * 0.32} 4) scale(1 .13)">${ellipse(0, 0, reach * 1.7, reach * 1.7, soft(reach * 1.7, 0.42))}</g>`,
  );
  sheet.add(
    `<g transform="translate(0 0) scale(1 .07)">${ellipse(0, 0, reach * 1.06, reach * 1.06, soft(reach * 1.06, 0.75))}</g>`,
  );
}
