import { darken, lighten, mix } from '../drawing/colour.ts';
import { path, rect, stroke } from '../drawing/sheet.ts';
import { drawPeaks } from '../scenes/mark.ts';
import { type Product, roundPaint } from './product.ts';

const SEAM = 'stroke-dasharray="12 9" stroke-opacity=".7"';

/** Draws a day pack with straps and a front pocket. */
export const backpack: Product = (sheet, { main, trim }) => {
  const strap = mix(trim, '#2a211c', 0.25);
  sheet.add(stroke('M-60 -930C-60 -1040 60 -1040 60 -930', strap, 26));
  sheet.add(path('M-330 -180C-430 -260 -420 -520 -330 -600Z', darken(main, 0.45)));
  sheet.add(path('M330 -180C430 -260 420 -520 330 -600Z', darken(main, 0.6)));
  const body =
    'M-330 -700C-320 -880 -230 -930 -120 -935H120C230 -930 320 -880 330 -700L352 -110Q352 0 240 0H-240Q-352 0 -352 -110Z';
  const lid =
    'M-334 -690C-320 -900 -220 -945 -120 -948H120C220 -945 320 -900 334 -690C330 -560 250 -520 0 -520C-250 -520 -330 -560 -334 -690Z';
  sheet.add(path(body, roundPaint(sheet, main, 352)), path(lid, roundPaint(sheet, lighten(main, 0.08), 334)));
  sheet.add(stroke('M-322 -650C-300 -556 -240 -536 0 -536C240 -536 300 -556 322 -650', darken(main, 0.5), 4, SEAM));
  for (const x of [-170, 170]) {
    sheet.add(
      rect(x - 26, -800, 52, 470, sheet.across(x - 26, x + 26, lighten(strap, 0.18), darken(strap, 0.35)), 'rx="8"'),
    );
    sheet.add(rect(x - 38, -500, 76, 62, '#c9b27c', 'rx="10"'), rect(x - 20, -484, 40, 30, strap, 'rx="4"'));
  }
  sheet.add(
    path('M-240 -340H240L262 -70Q262 -30 210 -30H-210Q-262 -30 -262 -70Z', roundPaint(sheet, darken(main, 0.1), 262)),
  );
  sheet.add(path('M-244 -350H244L250 -270Q0 -210 -250 -270Z', roundPaint(sheet, main, 250)));
  sheet.add(stroke('M-236 -78Q-232 -54 -204 -54H204Q232 -54 236 -78', darken(main, 0.5), 4, SEAM));
  sheet.add(rect(-62, -206, 124, 96, '#a8743f', 'rx="14"'), drawPeaks(0, -152, 40, '#f3e3c4'));
  sheet.add(stroke('M-318 -760C-340 -560 -346 -400 -348 -240', '#ffffff', 10, 'stroke-opacity=".16"'));
};
