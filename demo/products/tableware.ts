import { darken, lighten, mix } from '../drawing/colour.ts';
import { ellipse, path, rect, type Sheet, stroke } from '../drawing/sheet.ts';
import type { Colourway } from './colourways.ts';

/** An enamel mug with a rim and the mountain mark. */
export function mug(sheet: Sheet, { main, trim }: Colourway): void {
  const shell = roundPaint(sheet, main, -300, 300);
  sheet.add(
    stroke('M270 -560C520 -600 540 -190 262 -190', darken(main, 0.28), 64) +
      stroke('M270 -566C505 -600 525 -205 262 -200', mix(main, '#ffffff', 0.12), 34),
  );
  sheet.add(path('M-310 -700L-282 -60Q-276 0 -200 0H200Q276 0 282 -60L310 -700Z', shell));
  sheet.add(path('M-310 -700L-306 -610Q0 -545 306 -610L310 -700Z', darken(main, 0.35), 'fill-opacity=".14"'));
  sheet.add(peaks(0, -330, 190, trim));
  sheet.add(
    ellipse(0, -700, 312, 62, trim) +
      ellipse(
        0,
        -700,
        292,
        52,
        sheet.linear(
          [-290, 0],
          [290, 0],
          [
            [0, darken(main, 0.6)],
            [1, lighten(main, 0.1)],
          ],
        ),
      ),
  );
  sheet.add(
    ellipse(
      0,
      -676,
      262,
      34,
      sheet.linear(
        [-260, 0],
        [260, 0],
        [
          [0, '#2c170e'],
          [0.6, '#5b3118'],
          [1, '#7a4726'],
        ],
      ),
    ),
  );
  steam(sheet, -700);
}

/** A tall jug with a lip. */
export function jug(sheet: Sheet, { main, trim }: Colourway): void {
  sheet.add(
    stroke('M190 -820C480 -850 460 -330 210 -300', darken(main, 0.3), 56) +
      stroke('M190 -824C462 -850 446 -345 210 -312', mix(main, '#ffffff', 0.1), 28),
  );
  sheet.add(
    path(
      'M-190 -940L-262 -960Q-226 -900 -206 -820C-190 -700 -300 -520 -300 -300C-300 -100 -240 0 -150 0H150C240 0 300 -100 300 -300C300 -520 200 -700 196 -940Z',
      roundPaint(sheet, main, -300, 300),
    ),
  );
  sheet.add(
    path(
      'M-297 -260C-290 -90 -240 0 -150 0H150C240 0 290 -90 297 -260C150 -200 -150 -200 -297 -260Z',
      roundPaint(sheet, trim, -300, 300),
      'fill-opacity=".92"',
    ),
  );
  sheet.add(path('M-262 -960Q-30 -1000 196 -940Q-10 -890 -262 -960Z', darken(main, 0.5)));
  shine(sheet, -190, -640, 44, 420);
}

/** An insulated bottle with a loop. */
export function bottle(sheet: Sheet, { main, trim }: Colourway): void {
  sheet.add(stroke('M-52 -960C-60 -1060 60 -1060 52 -960', trim, 22));
  sheet.add(rect(-86, -962, 172, 104, roundPaint(sheet, trim, -86, 86), 'rx="18"'));
  sheet.add(rect(-74, -866, 148, 44, roundPaint(sheet, '#c3c7c9', -74, 74)));
  sheet.add(
    path(
      'M-74 -826H74C92 -760 170 -730 170 -640V-50Q170 0 120 0H-120Q-170 0 -170 -50V-640C-170 -730 -92 -760 -74 -826Z',
      roundPaint(sheet, main, -170, 170),
    ),
  );
  sheet.add(rect(-170, -88, 340, 26, '#000', 'fill-opacity=".12"'));
  sheet.add(peaks(0, -360, 120, mix(main, '#ffffff', 0.75)));
  shine(sheet, -112, -640, 26, 520);
}

/** The mark of the brand: two summits and a sun. */
export function peaks(x: number, y: number, size: number, colour: string): string {
  const at = (dx: number, dy: number): string => `${Math.round(x + dx * size)} ${Math.round(y + dy * size)}`;
  return (
    path(`M${at(-1, 0.5)}L${at(-0.3, -0.55)}L${at(0.02, -0.08)}L${at(0.24, -0.36)}L${at(1, 0.5)}Z`, colour) +
    `<circle cx="${x + size * 0.42}" cy="${y - size * 0.62}" r="${size * 0.17}" fill="${colour}"/>`
  );
}

/** A paint that makes a body look round: lit from the left, with reflected light on the right edge. */
export function roundPaint(sheet: Sheet, colour: string, left: number, right: number): string {
  return sheet.linear(
    [left, 0],
    [right, 0],
    [
      [0, darken(colour, 0.34)],
      [0.12, darken(colour, 0.08)],
      [0.3, lighten(colour, 0.32)],
      [0.5, colour],
      [0.82, darken(colour, 0.42)],
      [0.94, darken(colour, 0.5)],
      [1, darken(colour, 0.32)],
    ],
  );
}

function shine(sheet: Sheet, x: number, y: number, width: number, height: number): void {
  const paint = sheet.linear(
    [0, y],
    [0, y + height],
    [
      [0, '#ffffff', 0],
      [0.3, '#ffffff', 0.5],
      [1, '#ffffff', 0],
    ],
  );
  sheet.add(rect(x, y, width, height, paint, `rx="${width / 2}"`));
}

function steam(sheet: Sheet, y: number): void {
  for (const [x, reach] of [
    [-70, 210],
    [20, 290],
    [100, 190],
  ] as const) {
    const paint = sheet.linear(
      [0, y],
      [0, y - reach],
      [
        [0, '#ffffff', 0.5],
        [1, '#ffffff', 0],
      ],
    );
    sheet.add(
      `<path d="M${x} ${y - 10}c-46 ${-reach * 0.3} 46 ${-reach * 0.45} 0 ${-reach * 0.7}s30 ${-reach * 0.25} 6 ${-reach * 0.32}" fill="none" stroke="${paint}" stroke-width="22" stroke-linecap="round"/>`,
    );
  }
}
