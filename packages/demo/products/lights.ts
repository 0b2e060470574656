import { darken, lighten, mix } from '../drawing/colour.ts';
import { circle, ellipse, path, rect, stroke } from '../drawing/sheet.ts';
import { type Product, roundPaint } from './product.ts';

/** Draws a table lamp that is switched on: a dome on a wooden stand. */
export const lamp: Product = (sheet, { main, trim }) => {
  const wood = mix('#b98252', trim, 0.25);
  sheet.glow(0, -520, 760, '#ffdc98', 0.95);
  sheet.add(path('M-330 -560H330L620 0H-620Z', sheet.down(-560, 0, ['#ffe9b8', 0.6], ['#ffe9b8', 0])));
  sheet.add(rect(-24, -600, 48, 560, roundPaint(sheet, wood, 24)), ellipse(0, -30, 230, 42, darken(wood, 0.45)));
  sheet.add(ellipse(0, -44, 230, 42, sheet.across(-230, 230, lighten(wood, 0.2), darken(wood, 0.25))));
  sheet.add(ellipse(0, -566, 336, 52, '#fff1c9'));
  const dome = 'M-350 -566C-350 -860 -170 -1000 0 -1000C170 -1000 350 -860 350 -566C170 -510 -170 -510 -350 -566Z';
  const rim = 'M-350 -566C-170 -510 170 -510 350 -566L346 -596C170 -542 -170 -542 -346 -596Z';
  sheet.add(path(dome, roundPaint(sheet, main, 350)), path(rim, '#fff0c4', 'fill-opacity=".75"'));
  sheet.add(circle(0, -1010, 22, trim));
};

/** Draws a storm lantern with a flame behind glass. */
export const lantern: Product = (sheet, { main, trim }) => {
  const metal = roundPaint(sheet, main, 240);
  sheet.add(stroke('M-170 -760C-190 -1040 190 -1040 170 -760', darken(trim, 0.2), 20));
  sheet.glow(0, -430, 640, '#ffbe58', 0.85);
  sheet.add(path('M-90 -860H90L130 -800L190 -740H-190L-130 -800Z', metal));
  const glass = sheet.radial(0, -400, 330, ['#fff8dc', 0.95], ['#ffd98a', 0.8, 0.35], ['#e9b66a', 0.38]);
  sheet.add(path('M-176 -740H176L206 -220H-206Z', glass));
  const flame = 'M0 -610C70 -500 74 -440 50 -380C36 -330 -36 -330 -50 -380C-74 -440 -30 -500 0 -610Z';
  sheet.add(path(flame, sheet.down(-610, -340, '#fffbe6', ['#ffd257', 1, 0.6], '#f2802c')));
  sheet.add(stroke('M-176 -740L-206 -220M176 -740L206 -220M-64 -740L-76 -220M64 -740L76 -220', darken(main, 0.35), 13));
  sheet.add(path('M-226 -230H226L250 -40Q250 0 200 0H-200Q-250 0 -250 -40Z', metal));
  sheet.add(rect(-226, -246, 452, 30, roundPaint(sheet, trim, 226), 'rx="12"'));
};
