import { darken, lighten, mix } from '../drawing/colour.ts';
import type { Random } from '../drawing/random.ts';
import { path, polygon, rect, type Sheet, stroke } from '../drawing/sheet.ts';
import type { Colourway } from './colourways.ts';
import { roundPaint } from './tableware.ts';

/** A lounge chair: bent wood and a cushion. */
export function chair(sheet: Sheet, { main, trim }: Colourway): void {
  const wood = mix('#a8703f', trim, 0.3);
  const leg = (from: readonly [number, number], to: readonly [number, number], shade: number): string =>
    stroke(`M${from[0]} ${from[1]}L${to[0]} ${to[1]}`, darken(wood, shade), 34);
  sheet.add(leg([-200, -330], [-250, -10], 0.45) + leg([300, -330], [360, -10], 0.5));
  sheet.add(
    path(
      'M-330 -900C-360 -980 -250 -1010 -210 -950L-20 -430L-130 -330Z',
      sheet.linear(
        [-330, -900],
        [0, -350],
        [
          [0, lighten(main, 0.22)],
          [0.6, main],
          [1, darken(main, 0.4)],
        ],
      ),
    ),
  );
  sheet.add(
    path(
      'M-150 -440C-150 -480 -120 -490 -80 -490H300C380 -490 400 -440 390 -390C384 -340 350 -330 300 -330H-110C-150 -330 -156 -380 -150 -440Z',
      sheet.linear(
        [0, -490],
        [0, -330],
        [
          [0, lighten(main, 0.26)],
          [0.35, main],
          [1, darken(main, 0.45)],
        ],
      ),
    ),
  );
  sheet.add(
    stroke('M-270 -900L-70 -400M-120 -410H370', darken(main, 0.3), 4, 'stroke-dasharray="14 10" stroke-opacity=".6"'),
  );
  sheet.add(leg([-110, -330], [-170, 0], 0.05) + leg([280, -330], [300, 0], 0.1));
  sheet.add(
    stroke('M-160 -320H350', lighten(wood, 0.1), 30) +
      stroke('M-250 -640C-120 -660 60 -640 230 -610L300 -330', lighten(wood, 0.14), 32),
  );
}

/** A stack of folded blankets, the upper one striped. */
export function blanket(sheet: Sheet, { main, trim }: Colourway, random: Random): void {
  const layers = [darken(main, 0.35), trim, lighten(main, 0.25), main];
  layers.forEach((colour, index) => {
    const top = -(index + 1) * 172;
    const half = 560 - index * 22 + random.between(-16, 16);
    for (let fold = 0; fold < 3; fold += 1) {
      const y = top + fold * 56;
      const paint = sheet.linear(
        [0, y],
        [0, y + 66],
        [
          [0, lighten(colour, 0.2)],
          [0.45, colour],
          [1, darken(colour, 0.45)],
        ],
      );
      sheet.add(rect(-half + fold * 7, y, half * 2 - fold * 14, 64, paint, 'rx="31"'));
    }
    sheet.add(
      rect(half - 120, top, 120, 176, roundPaint(sheet, colour, half - 240, half), 'rx="60" fill-opacity=".35"'),
    );
  });
  const top = -4 * 172;
  for (let i = 0; i < 6; i += 1) {
    const x = -400 + i * 66;
    sheet.add(
      path(
        polygon([
          [x, top + 2],
          [x + 26, top + 2],
          [x + 28, top + 62],
          [x + 2, top + 62],
        ]),
        mix(trim, '#ffffff', i % 2 === 0 ? 0.7 : 0),
        'fill-opacity=".8"',
      ),
    );
  }
  let fringe = '';
  for (let x = -500; x < 500; x += 15) fringe += `M${x} ${top + 172}q${random.bell() * 5} 14 ${random.bell() * 6} 30`;
  sheet.add(stroke(fringe, lighten(main, 0.25), 4));
}
