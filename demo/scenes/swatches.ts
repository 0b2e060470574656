import { darken, lighten, mix } from '../drawing/colour.ts';
import { createSheet, rect } from '../drawing/sheet.ts';
import type { Drawing, Frame } from './scene.ts';

/** Paint cards fanned out on a table, one for each colour of the light. */
export function swatches({ width, height, palette, random }: Frame): Drawing {
  const sheet = createSheet(width, height);
  const table = mix(lighten(palette.haze, 0.5), '#ece2d2', 0.5);
  const colours = [...palette.sky, palette.accent, palette.water, palette.near];
  const [wide, tall] = [width * 0.2, height * 0.66];
  const turn = 64 + random.between(-6, 10);
  const pivot = [width * 0.5, height * 1.02] as const;
  colours.forEach((colour, index) => {
    const angle = -turn / 2 + (turn / (colours.length - 1)) * index;
    const x = pivot[0] - wide / 2;
    const y = pivot[1] - tall - height * 0.14;
    const card =
      rect(x + 9, y + 7, wide, tall, '#20140c', 'rx="14" fill-opacity=".22"') +
      rect(x, y, wide, tall, '#fdfaf3', 'rx="14"') +
      rect(
        x + 14,
        y + 14,
        wide - 28,
        tall * 0.6,
        sheet.linear(
          [x, y],
          [x + wide, y + tall],
          [
            [0, lighten(colour, 0.07)],
            [1, darken(colour, 0.06)],
          ],
        ),
        'rx="8"',
      ) +
      [0.2, 0.4, 0.6]
        .map((share, step) =>
          rect(
            x + 14 + ((wide - 28) / 3) * step,
            y + tall * 0.66,
            (wide - 28) / 3 - 6,
            tall * 0.11,
            lighten(colour, share),
            'rx="5"',
          ),
        )
        .join('') +
      rect(x + 14, y + tall * 0.82, wide * 0.46, 9, darken(colour, 0.35), 'rx="4"') +
      rect(x + 14, y + tall * 0.86, wide * 0.3, 6, '#b9b2a5', 'rx="3"');
    sheet.add(`<g transform="rotate(${angle.toFixed(1)} ${pivot[0]} ${pivot[1]})">${card}</g>`);
  });
  return {
    backdrop: {
      stops: [
        [0, table],
        [1, darken(table, 0.14)],
      ],
      lights: [{ x: width * 0.25, y: height * 0.1, radius: width * 0.8, colour: '#ffffff', strength: 0.5 }],
    },
    sheet,
    grain: 2.4,
  };
}
