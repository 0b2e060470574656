import { along, type Colour, darken, lighten, mix } from '../drawing/colour.ts';
import { circle, path, polygon, rect, type Sheet, short } from '../drawing/sheet.ts';
import type { Drawing, Frame } from './scene.ts';

/** Draws one cell of a grid; the inks are the paper and four colours. */
type Cell = (frame: Frame, inks: readonly Colour[], x: number, y: number, column: number, row: number) => void;

/** Patterns for cloth, paper and walls: the size of a cell, the distance of rows in cells, and what a cell holds. */
const PATTERNS: Readonly<Record<string, readonly [size: number, rows: number, cell: Cell]>> = {
  summits: [160, 0.5, summit],
  waves: [130, 0.42, wave],
  arches: [200, 1, arch],
  quarters: [160, 1, quarter],
  facets: [120, 1, facet],
};

/** A pattern; the variant is its name. */
export function pattern(frame: Frame): Drawing {
  const { sheet, width, height, palette, variant } = frame;
  const paper = palette.night ? palette.near : mix(lighten(palette.haze, 0.6), '#f6eddc', 0.6);
  const inks = [
    paper,
    palette.accent,
    palette.sky[1],
    mix(palette.near, palette.far, 0.25),
    mix(palette.glow, palette.accent, 0.3),
  ];
  const [size, rows, cell] = PATTERNS[variant] ?? [160, 1, quarter];
  sheet.add(rect(0, 0, width, height, paper));
  for (let row = -1; row * size * rows < height + size; row += 1)
    for (let column = -1; column * size < width + size; column += 1)
      cell(frame, inks, column * size + (rows < 1 && row % 2 !== 0 ? size / 2 : 0), row * size * rows, column, row);
  return { vignette: 0.08 };
}

const ink = (inks: readonly Colour[], index: number): Colour => inks[index % inks.length] ?? '#333333';

/** Adds markup that fills a cell, turned by quarters. */
function turned(sheet: Sheet, x: number, y: number, size: number, turn: number, markup: string): void {
  sheet.add(
    `<g transform="translate(${short(x)} ${short(y)}) rotate(${turn * 90} ${size / 2} ${size / 2})">${markup}</g>`,
  );
}

function summit({ sheet, random }: Frame, inks: readonly Colour[], x: number, y: number): void {
  const colour = ink(inks, random.whole(1, 4));
  const at = (right: number, up: number): [number, number] => [x + right * 160, y - up * 160];
  sheet.add(path(polygon([at(0, 0), at(0.5, 0.8), at(0.5, 0)]), colour));
  sheet.add(path(polygon([at(0.5, 0.8), at(1, 0), at(0.5, 0)]), darken(colour, 0.28)));
  sheet.add(
    path(
      polygon([at(0.5, 0.8), at(0.36, 0.58), at(0.45, 0.62), at(0.52, 0.54), at(0.58, 0.62), at(0.64, 0.58)]),
      ink(inks, 0),
    ),
  );
}

function wave({ sheet, height }: Frame, inks: readonly Colour[], x: number, y: number): void {
  const colour = along(inks.slice(1), y / height);
  for (let ring = 0; ring < 5; ring += 1)
    sheet.add(circle(x, y, 65 * (1 - ring * 0.2), ring % 2 === 0 ? colour : ink(inks, 0)));
}

function arch({ sheet, random }: Frame, inks: readonly Colour[], x: number, y: number): void {
  const first = random.whole(1, 4);
  let markup = rect(0, 0, 201, 201, ink(inks, random.chance(0.5) ? 0 : first + 1));
  for (let ring = 0; ring < 4; ring += 1) {
    const radius = 100 - 24 * ring;
    markup += path(
      `M${100 - radius} 200A${radius} ${radius} 0 0 1 ${100 + radius} 200Z`,
      ink(inks, ring % 2 === 0 ? first : 0),
    );
  }
  turned(sheet, x, y, 200, random.whole(0, 3), markup);
}

function quarter({ sheet, random }: Frame, inks: readonly Colour[], x: number, y: number): void {
  const first = random.whole(0, 4);
  const shape = random.pick([
    'M0 0H160A160 160 0 0 1 0 160Z',
    'M0 0H160L0 160Z',
    'M0 80A80 80 0 0 1 160 80Z',
    'M80 32A48 48 0 1 1 79.9 32Z',
  ]);
  const markup = rect(0, 0, 160.5, 160.5, ink(inks, first)) + path(shape, ink(inks, first + random.whole(1, 4)));
  turned(sheet, x, y, 160, random.whole(0, 3), markup);
}

function facet(
  { sheet, random, width, height }: Frame,
  inks: readonly Colour[],
  x: number,
  y: number,
  column: number,
  row: number,
): void {
  const corner = (right: number, down: number): [number, number] => [
    (column + right) * 120 + Math.sin((column + right) * 12.9 + (row + down) * 78.2) * 40,
    (row + down) * 120 + Math.cos((column + right) * 39.3 + (row + down) * 11.1) * 40,
  ];
  const base = along(inks.slice(1), (x / width + y / height) / 2);
  for (const middle of [corner(1, 0), corner(0, 1)]) {
    const tone = random.between(-0.3, 0.35);
    const colour = tone < 0 ? darken(base, -tone) : lighten(base, tone);
    sheet.add(path(polygon([corner(0, 0), middle, corner(1, 1)]), colour, `stroke="${colour}"`));
  }
}
