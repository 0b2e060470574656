import { darken, lighten, mix } from '../drawing/colour.ts';
import { circle, path, polygon, rect, type Sheet, stroke } from '../drawing/sheet.ts';
import { groundOf } from './mountains.ts';
import { bands } from './poster-nature.ts';
import { makeRidge, ridgeOutline } from './ridges.ts';
import type { Frame } from './scene.ts';
import { conifers } from './trees.ts';

/** Gables behind gables. */
export function drawTown(sheet: Sheet, frame: Frame): void {
  const { width, height, palette, random } = frame;
  bands(sheet, frame, height * 0.6);
  sheet.add(circle(width * 0.72, height * 0.22, width * 0.11, palette.sun));
  const inks = [
    palette.accent,
    palette.shade,
    palette.near,
    mix(palette.accent, palette.sun, 0.5),
    mix(palette.far, palette.near, 0.4),
  ];
  for (let row = 0; row < 4; row += 1) {
    for (let x = -random.between(0, 90); x < width; ) {
      const wide = random.between(110, 190);
      const top = height * (0.4 + row * 0.14) + random.between(-50, 50);
      const colour = mix(
        inks[(row * 2 + random.whole(0, 4)) % inks.length] ?? palette.near,
        palette.haze,
        0.5 - row * 0.16,
      );
      sheet.add(
        path(`M${x} ${height}V${top}L${x + wide / 2} ${top - wide * 0.55}L${x + wide} ${top}V${height}Z`, colour),
      );
      sheet.add(
        path(`M${x + wide / 2} ${height}V${top - wide * 0.55}L${x + wide} ${top}V${height}Z`, darken(colour, 0.2)),
      );
      for (let w = 0; w < 4; w += 1)
        sheet.add(
          rect(
            x + wide * (0.16 + (w % 2) * 0.44),
            top + 24 + Math.floor(w / 2) * 70,
            wide * 0.2,
            40,
            random.chance(0.6) ? palette.sun : darken(colour, 0.4),
          ),
        );
      x += wide - 2;
    }
  }
}

/** A rising sun with rays. */
export function drawRays(sheet: Sheet, frame: Frame): void {
  const { width, height, palette, random, seed } = frame;
  sheet.add(rect(0, 0, width, height, palette.glow));
  const middle = [width * 0.5, height * 0.56] as const;
  for (let i = 0; i < 40; i += 2) {
    const at = (turn: number): readonly [number, number] => [
      middle[0] + Math.cos((turn / 40) * Math.PI * 2) * height,
      middle[1] + Math.sin((turn / 40) * Math.PI * 2) * height,
    ];
    sheet.add(path(polygon([middle, at(i), at(i + 1)]), mix(palette.accent, palette.glow, 0.25)));
  }
  for (let i = 3; i >= 0; i -= 1)
    sheet.add(
      circle(
        middle[0],
        middle[1],
        width * (0.16 + 0.06 * i),
        i % 2 === 0 ? palette.sun : mix(palette.accent, palette.sun, 0.35),
      ),
    );
  for (let i = 0; i < 4; i += 1) {
    const ridge = makeRidge(
      width,
      { base: height * (0.74 + 0.09 * i), rise: height * 0.12, span: 380, sharp: false },
      `${seed}${i}`,
    );
    sheet.add(path(ridgeOutline(ridge, height + 4), mix(palette.shade, palette.near, i / 3)));
    if (i === 3) sheet.add(path(conifers(random, width, groundOf(ridge), 150, 3), darken(palette.near, 0.3)));
  }
}

/** A grid of simple shapes. */
export function drawBauhaus(sheet: Sheet, { width, height, palette, random }: Frame): void {
  const inks = [palette.accent, palette.near, palette.shade, palette.glow, mix(palette.water, palette.near, 0.2)];
  sheet.add(rect(0, 0, width, height, lighten(palette.haze, 0.55)));
  const cell = width / 5;
  for (let row = 0; row * cell < height; row += 1) {
    for (let column = 0; column < 5; column += 1) {
      const x = column * cell;
      const y = row * cell;
      const [first, second] = [random.pick(inks), random.pick(inks)];
      const shape = random.whole(0, 5);
      if (shape > 0) sheet.add(rect(x, y, cell + 1, cell + 1, mix(first, '#f7eedd', random.chance(0.3) ? 0.7 : 0)));
      if (shape === 1) sheet.add(circle(x + cell / 2, y + cell / 2, cell * 0.36, second));
      if (shape === 2) sheet.add(path(`M${x} ${y + cell}A${cell} ${cell} 0 0 1 ${x + cell} ${y}V${y + cell}Z`, second));
      if (shape === 3)
        sheet.add(
          path(
            polygon([
              [x, y + cell],
              [x + cell / 2, y + cell * 0.15],
              [x + cell, y + cell],
            ]),
            second,
          ) +
            path(
              polygon([
                [x + cell / 2, y + cell * 0.15],
                [x + cell, y + cell],
                [x + cell / 2, y + cell],
              ]),
              darken(second, 0.3),
            ),
        );
      if (shape === 4)
        for (let line = 0; line < 5; line += 1) sheet.add(rect(x, y + (cell / 5) * line, cell, cell / 10, second));
      if (shape === 5)
        sheet.add(
          stroke(
            `M${x + cell * 0.1} ${y + cell * 0.7}q${cell * 0.2} ${-cell * 0.4} ${cell * 0.4} 0t${cell * 0.4} 0`,
            second,
            cell * 0.12,
          ),
        );
    }
  }
}
