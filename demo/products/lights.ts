import { darken, lighten, mix } from '../drawing/colour.ts';
import { circle, ellipse, path, polygon, rect, type Sheet, stroke } from '../drawing/sheet.ts';
import type { Colourway } from './colourways.ts';
import { roundPaint } from './tableware.ts';

/** A table lamp: dome on a wooden stand, switched on. */
export function lamp(sheet: Sheet, { main, trim }: Colourway): void {
  const wood = mix('#b98252', trim, 0.25);
  sheet.add(
    circle(
      0,
      -520,
      760,
      sheet.radial([0, -520], 760, [
        [0, '#ffe3a6', 0.85],
        [0.3, '#ffd98f', 0.3],
        [1, '#ffd98f', 0],
      ]),
    ),
  );
  sheet.add(
    path(
      polygon([
        [-330, -560],
        [330, -560],
        [620, 0],
        [-620, 0],
      ]),
      sheet.linear(
        [0, -560],
        [0, 0],
        [
          [0, '#ffe9b8', 0.6],
          [1, '#ffe9b8', 0],
        ],
      ),
    ),
  );
  sheet.add(rect(-24, -600, 48, 560, roundPaint(sheet, wood, -24, 24)));
  sheet.add(
    ellipse(0, -30, 230, 42, darken(wood, 0.45)) +
      ellipse(
        0,
        -44,
        230,
        42,
        sheet.linear(
          [-230, 0],
          [230, 0],
          [
            [0, lighten(wood, 0.2)],
            [1, darken(wood, 0.25)],
          ],
        ),
      ),
  );
  sheet.add(ellipse(0, -566, 336, 52, '#fff1c9'));
  sheet.add(
    path(
      'M-350 -566C-350 -860 -170 -1000 0 -1000C170 -1000 350 -860 350 -566C170 -510 -170 -510 -350 -566Z',
      roundPaint(sheet, main, -350, 350),
    ),
  );
  sheet.add(
    path(
      'M-350 -566C-170 -510 170 -510 350 -566L346 -596C170 -542 -170 -542 -346 -596Z',
      '#fff0c4',
      'fill-opacity=".75"',
    ),
  );
  sheet.add(circle(0, -1010, 22, trim));
}

/** A storm lantern with a flame behind glass. */
export function lantern(sheet: Sheet, { main, trim }: Colourway): void {
  const metal = roundPaint(sheet, main, -230, 230);
  sheet.add(stroke('M-170 -760C-190 -1040 190 -1040 170 -760', darken(trim, 0.2), 20));
  sheet.add(
    circle(
      0,
      -430,
      640,
      sheet.radial([0, -430], 640, [
        [0, '#ffc766', 0.75],
        [0.35, '#ffb347', 0.24],
        [1, '#ffb347', 0],
      ]),
    ),
  );
  sheet.add(path('M-90 -860H90L130 -800L190 -740H-190L-130 -800Z', metal));
  sheet.add(
    path(
      'M-176 -740H176L206 -220H-206Z',
      sheet.radial([0, -400], 330, [
        [0, '#fff8dc', 0.95],
        [0.35, '#ffd98a', 0.8],
        [1, '#e9b66a', 0.38],
      ]),
    ),
  );
  sheet.add(
    path(
      'M0 -610C70 -500 74 -440 50 -380C36 -330 -36 -330 -50 -380C-74 -440 -30 -500 0 -610Z',
      sheet.linear(
        [0, -610],
        [0, -340],
        [
          [0, '#fffbe6'],
          [0.6, '#ffd257'],
          [1, '#f2802c'],
        ],
      ),
    ),
  );
  sheet.add(stroke('M-176 -740L-206 -220M176 -740L206 -220M-64 -740L-76 -220M64 -740L76 -220', darken(main, 0.35), 13));
  sheet.add(
    path('M-226 -230H226L250 -40Q250 0 200 0H-200Q-250 0 -250 -40Z', metal) +
      rect(-226, -246, 452, 30, roundPaint(sheet, trim, -226, 226), 'rx="12"'),
  );
}
