import { mix } from '../drawing/colour.ts';
import { path, type Sheet, stroke } from '../drawing/sheet.ts';
import type { Frame } from './scene.ts';

/** A church whose tower is `tall` high, with its foot at (x, `ground`). */
export function drawChurch(sheet: Sheet, near: string, far: string, x: number, ground: number, tall: number): void {
  const colour = mix(near, far, 0.16);
  const half = tall * 0.1;
  sheet.add(
    path(
      `M${x - half} ${ground}V${ground - tall * 0.62}L${x} ${ground - tall}L${x + half} ${ground - tall * 0.62}V${ground}Z`,
      colour,
    ),
  );
  sheet.add(
    path(
      `M${x} ${ground}V${ground - tall * 0.26}L${x + half * 2.6} ${ground - tall * 0.4}L${x + half * 5} ${ground - tall * 0.26}V${ground}Z`,
      colour,
    ),
  );
  sheet.add(`<circle cx="${x}" cy="${ground - tall * 0.54}" r="${half * 0.42}" fill="#ffe2a0"/>`);
  sheet.add(stroke(`M${x} ${ground - tall}v${-tall * 0.08}m${-tall * 0.02} ${tall * 0.03}h${tall * 0.04}`, colour, 3));
}

/** Path data of lit windows in a grid of cells of the given size. */
export function windowGrid(
  random: Frame['random'],
  x: number,
  y: number,
  width: number,
  height: number,
  cell: number,
  lit: number,
): string {
  let data = '';
  const columns = Math.max(1, Math.floor(width / cell));
  const step = width / columns;
  for (let top = y; top + cell * 0.8 < y + height; top += cell * 1.15) {
    for (let column = 0; column < columns; column += 1) {
      if (random.chance(lit))
        data += `M${(x + step * (column + 0.22)).toFixed(1)} ${top.toFixed(1)}h${(step * 0.56).toFixed(1)}v${(cell * 0.7).toFixed(1)}h${(-step * 0.56).toFixed(1)}Z`;
    }
  }
  return data;
}
