import { darken, lighten, mix } from '../drawing/colour.ts';
import { ellipse, path, rect, type Sheet, stroke } from '../drawing/sheet.ts';
import { drawPeaks } from '../scenes/mark.ts';
import { type Product, roundPaint } from './product.ts';

/** Draws an enamel mug of coffee with the mountain mark. */
export const mug: Product = (sheet, { main, trim }) => {
  sheet.add(stroke('M270 -560C520 -600 540 -190 262 -190', darken(main, 0.28), 64));
  sheet.add(stroke('M270 -566C505 -600 525 -205 262 -200', mix(main, '#ffffff', 0.12), 34));
  sheet.add(path('M-310 -700L-282 -60Q-276 0 -200 0H200Q276 0 282 -60L310 -700Z', roundPaint(sheet, main, 300)));
  sheet.add(path('M-310 -700L-306 -610Q0 -545 306 -610L310 -700Z', darken(main, 0.35), 'fill-opacity=".14"'));
  sheet.add(drawPeaks(0, -330, 190, trim), ellipse(0, -700, 312, 62, trim));
  sheet.add(ellipse(0, -700, 292, 52, sheet.across(-290, 290, darken(main, 0.6), lighten(main, 0.1))));
  sheet.add(ellipse(0, -676, 262, 34, sheet.across(-260, 260, '#2c170e', '#5b3118', '#7a4726')));
  const steam = sheet.down(-950, -700, ['#ffffff', 0], ['#ffffff', 0.5]);
  for (const [x, reach] of [
    [-70, 210],
    [20, 290],
    [100, 190],
  ] as const)
    sheet.add(
      stroke(
        `M${x} -710c-46 ${-reach * 0.3} 46 ${-reach * 0.45} 0 ${-reach * 0.7}s30 ${-reach * 0.25} 6 ${-reach * 0.32}`,
        steam,
        22,
      ),
    );
};

/** Draws a tall jug with a lip, dipped in a second glaze. */
export const jug: Product = (sheet, { main, trim }) => {
  sheet.add(stroke('M190 -820C480 -850 460 -330 210 -300', darken(main, 0.3), 56));
  sheet.add(stroke('M190 -824C462 -850 446 -345 210 -312', mix(main, '#ffffff', 0.1), 28));
  const body =
    'M-190 -940L-262 -960Q-226 -900 -206 -820C-190 -700 -300 -520 -300 -300C-300 -100 -240 0 -150 0H150C240 0 300 -100 300 -300C300 -520 200 -700 196 -940Z';
  const glaze = 'M-297 -260C-290 -90 -240 0 -150 0H150C240 0 290 -90 297 -260C150 -200 -150 -200 -297 -260Z';
  sheet.add(path(body, roundPaint(sheet, main, 300)), path(glaze, roundPaint(sheet, trim, 300), 'fill-opacity=".92"'));
  sheet.add(path('M-262 -960Q-30 -1000 196 -940Q-10 -890 -262 -960Z', darken(main, 0.5)));
  shine(sheet, -190, -640, 44, 420);
};

/** Draws an insulated bottle with a loop. */
export const bottle: Product = (sheet, { main, trim }) => {
  sheet.add(stroke('M-52 -960C-60 -1060 60 -1060 52 -960', trim, 22));
  sheet.add(rect(-86, -962, 172, 104, roundPaint(sheet, trim, 86), 'rx="18"'));
  sheet.add(rect(-74, -866, 148, 44, roundPaint(sheet, '#c3c7c9', 74)));
  const body =
    'M-74 -826H74C92 -760 170 -730 170 -640V-50Q170 0 120 0H-120Q-170 0 -170 -50V-640C-170 -730 -92 -760 -74 -826Z';
  sheet.add(path(body, roundPaint(sheet, main, 170)), rect(-170, -88, 340, 26, '#000', 'fill-opacity=".12"'));
  sheet.add(drawPeaks(0, -360, 120, mix(main, '#ffffff', 0.75)));
  shine(sheet, -112, -640, 26, 520);
};

function shine(sheet: Sheet, x: number, y: number, width: number, height: number): void {
  const paint = sheet.down(y, y + height, ['#ffffff', 0], ['#ffffff', 0.5, 0.3], ['#ffffff', 0]);
  sheet.add(rect(x, y, width, height, paint, `rx="${width / 2}"`));
}
