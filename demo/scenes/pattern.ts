import { along, type Colour, darken, lighten, mix } from '../drawing/colour.ts';
import { circle, createSheet, path, polygon, rect, type Sheet, short, stroke } from '../drawing/sheet.ts';
import type { Drawing, Frame } from './scene.ts';

/** Patterns for cloth, paper and walls. Variants: `summits`, `waves`, `terrazzo`, `arches`, `weave`, `quarters`, `sprigs`, `facets`. */
export function pattern(frame: Frame): Drawing {
  const sheet = createSheet(frame.width, frame.height);
  const colours = inksOf(frame);
  const draw = DRAWERS[frame.variant] ?? drawQuarters;
  draw(sheet, frame, colours);
  const ground = colours[0] ?? '#f4ecdc';
  return {
    backdrop: {
      stops: [
        [0, ground],
        [1, ground],
      ],
    },
    sheet,
    grain: 2.4,
    vignette: 0.08,
  };
}

type Drawer = (sheet: Sheet, frame: Frame, inks: readonly Colour[]) => void;

const DRAWERS: Readonly<Record<string, Drawer>> = {
  summits: drawSummits,
  waves: drawWaves,
  terrazzo: drawTerrazzo,
  arches: drawArches,
  weave: drawWeave,
  quarters: drawQuarters,
  sprigs: drawSprigs,
  facets: drawFacets,
};

/** Paper first, then four inks. */
function inksOf({ palette }: Frame): readonly Colour[] {
  const paper = palette.night ? palette.near : mix(lighten(palette.haze, 0.6), '#f6eddc', 0.6);
  return [
    paper,
    palette.accent,
    palette.sky[1] ?? palette.far,
    mix(palette.near, palette.far, 0.25),
    mix(palette.glow, palette.accent, 0.3),
  ];
}

const ink = (inks: readonly Colour[], index: number): Colour => inks[index % inks.length] ?? '#333333';

function drawSummits(sheet: Sheet, { random }: Frame, inks: readonly Colour[]): void {
  const cell = 160;
  for (let row = -1; row * cell * 0.5 < sheet.height + cell; row += 1) {
    for (let column = -1; column * cell < sheet.width + cell; column += 1) {
      const x = column * cell + (row % 2 === 0 ? 0 : cell / 2);
      const y = row * cell * 0.5;
      const colour = ink(inks, random.whole(1, 4));
      sheet.add(
        path(
          polygon([
            [x, y],
            [x + cell / 2, y - cell * 0.8],
            [x + cell / 2, y],
          ]),
          colour,
        ) +
          path(
            polygon([
              [x + cell / 2, y - cell * 0.8],
              [x + cell, y],
              [x + cell / 2, y],
            ]),
            darken(colour, 0.28),
          ),
      );
      sheet.add(
        path(
          polygon([
            [x + cell / 2, y - cell * 0.8],
            [x + cell * 0.36, y - cell * 0.576],
            [x + cell * 0.45, y - cell * 0.62],
            [x + cell * 0.52, y - cell * 0.54],
            [x + cell * 0.58, y - cell * 0.62],
            [x + cell * 0.64, y - cell * 0.576],
          ]),
          ink(inks, 0),
        ),
      );
    }
  }
}

function drawWaves(sheet: Sheet, _frame: Frame, inks: readonly Colour[]): void {
  const size = 130;
  for (let row = 0; row * size * 0.42 < sheet.height + size * 2; row += 1) {
    for (let column = -1; column * size < sheet.width + size; column += 1) {
      const x = column * size + (row % 2 === 0 ? 0 : size / 2);
      const y = row * size * 0.42;
      const base = along(inks.slice(1), (row * size * 0.42) / sheet.height);
      for (let ring = 0; ring < 5; ring += 1)
        sheet.add(circle(x, y, size * 0.5 * (1 - ring * 0.2), ring % 2 === 0 ? base : ink(inks, 0)));
    }
  }
}

function drawTerrazzo(sheet: Sheet, { random }: Frame, inks: readonly Colour[]): void {
  for (let i = 0; i < 620; i += 1) {
    const x = random.next() * sheet.width;
    const y = random.next() * sheet.height;
    const size = random.between(6, 15) + 34 * random.next() ** 5;
    const corners = random.whole(4, 7);
    const points = Array.from({ length: corners }, (_, corner): [number, number] => {
      const angle = (corner / corners) * Math.PI * 2;
      const reach = size * random.between(0.6, 1.1);
      return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
    });
    sheet.add(path(polygon(points), mix(ink(inks, random.whole(1, 4)), ink(inks, 0), random.between(0, 0.4))));
  }
}

function drawArches(sheet: Sheet, { random }: Frame, inks: readonly Colour[]): void {
  const cell = sheet.width / 8;
  for (let y = 0; y < sheet.height; y += cell) {
    for (let x = 0; x < sheet.width - 1; x += cell) {
      const first = random.whole(1, 4);
      const turn = random.pick([0, 90, 180, 270]);
      let markup = rect(0, 0, cell + 1, cell + 1, ink(inks, random.chance(0.5) ? 0 : first + 1));
      for (let ring = 0; ring < 4; ring += 1)
        markup += path(
          `M${short(cell * 0.12 * ring)} ${cell}A${short(cell * (0.5 - 0.12 * ring))} ${short(cell * (0.5 - 0.12 * ring))} 0 0 1 ${short(cell * (1 - 0.12 * ring))} ${cell}Z`,
          ink(inks, ring % 2 === 0 ? first : 0),
        );
      sheet.add(
        `<g transform="translate(${short(x)} ${short(y)}) rotate(${turn} ${short(cell / 2)} ${short(cell / 2)})">${markup}</g>`,
      );
    }
  }
}

function drawWeave(sheet: Sheet, _frame: Frame, inks: readonly Colour[]): void {
  const size = 64;
  for (let row = 0; row * size < sheet.height; row += 1) {
    for (let column = 0; column * size < sheet.width; column += 1) {
      const over = (row + column) % 2 === 0;
      const colour = over ? ink(inks, 1 + ((column >> 1) % 4)) : ink(inks, 1 + (((row >> 1) + 2) % 4));
      const x = column * size;
      const y = row * size;
      const stops = [
        [0, darken(colour, 0.4)],
        [0.25, colour],
        [0.5, lighten(colour, 0.18)],
        [0.75, colour],
        [1, darken(colour, 0.4)],
      ] as const;
      const paint = over ? sheet.linear([0, y], [0, y + size], stops) : sheet.linear([x, 0], [x + size, 0], stops);
      sheet.add(
        over ? rect(x + 7, y, size - 14, size, paint, 'rx="5"') : rect(x, y + 7, size, size - 14, paint, 'rx="5"'),
      );
    }
  }
}

function drawQuarters(sheet: Sheet, { random }: Frame, inks: readonly Colour[]): void {
  const cell = sheet.width / 10;
  for (let y = 0; y < sheet.height; y += cell) {
    for (let x = 0; x < sheet.width - 1; x += cell) {
      const first = random.whole(0, 4);
      sheet.add(rect(x, y, cell + 0.5, cell + 0.5, ink(inks, first)));
      const turn = random.pick([0, 90, 180, 270]);
      const shape = random.pick([
        `M0 0H${cell}A${cell} ${cell} 0 0 1 0 ${cell}Z`,
        `M0 0H${cell}L0 ${cell}Z`,
        `M0 ${cell / 2}A${cell / 2} ${cell / 2} 0 0 1 ${cell} ${cell / 2}Z`,
        `M${cell / 2} ${cell * 0.2}A${cell * 0.3} ${cell * 0.3} 0 1 1 ${cell / 2 - 0.01} ${cell * 0.2}Z`,
      ]);
      sheet.add(
        `<path transform="translate(${short(x)} ${short(y)}) rotate(${turn} ${short(cell / 2)} ${short(cell / 2)})" d="${shape}" fill="${ink(inks, first + random.whole(1, 4))}"/>`,
      );
    }
  }
}

function drawSprigs(sheet: Sheet, { random }: Frame, inks: readonly Colour[]): void {
  const cell = 150;
  for (let row = 0; row * cell < sheet.height + cell; row += 1) {
    for (let column = 0; column * cell < sheet.width + cell; column += 1) {
      const colour = ink(inks, random.whole(1, 4));
      let markup = stroke('M0 58Q6 0 0 -58', colour, 4);
      for (let leaf = 0; leaf < 5; leaf += 1) {
        const y = 44 - leaf * 22;
        markup +=
          path(`M0 ${y}q26 -6 38 -28q-30 -2 -38 28Z`, colour) +
          path(`M0 ${y - 8}q-26 -6 -38 -28q30 -2 38 28Z`, lighten(colour, 0.15));
      }
      markup += circle(0, -66, 9, ink(inks, random.whole(1, 4)));
      sheet.add(
        `<g transform="translate(${column * cell + (row % 2) * 75} ${row * cell + 40}) rotate(${short(random.between(-40, 40))})">${markup}</g>`,
      );
    }
  }
}

function drawFacets(sheet: Sheet, { random }: Frame, inks: readonly Colour[]): void {
  const cell = 120;
  const corner = (column: number, row: number): [number, number] => [
    column * cell + Math.sin(column * 12.9 + row * 78.2) * 40,
    row * cell + Math.cos(column * 39.3 + row * 11.1) * 40,
  ];
  for (let row = -1; row * cell < sheet.height + cell; row += 1) {
    for (let column = -1; column * cell < sheet.width + cell; column += 1) {
      const [a, b, c, d] = [
        corner(column, row),
        corner(column + 1, row),
        corner(column + 1, row + 1),
        corner(column, row + 1),
      ];
      const base = along(inks.slice(1), ((column * cell) / sheet.width) * 0.5 + ((row * cell) / sheet.height) * 0.5);
      for (const triangle of [
        [a, b, c],
        [a, c, d],
      ] as const) {
        const tone = random.between(-0.3, 0.35);
        const colour = tone < 0 ? darken(base, -tone) : lighten(base, tone);
        sheet.add(path(polygon(triangle), colour, `stroke="${colour}" stroke-width="1"`));
      }
    }
  }
}
