import { darken, lighten, mix } from '../drawing/colour.ts';
import { circle, path, polygon, rect, type Sheet, stroke } from '../drawing/sheet.ts';
import type { Frame } from './scene.ts';

/** A cabin, a chalet or a tent with light inside; its foot stands at (x, `foot`), it is about `size` high. */
export function drawHouse(sheet: Sheet, frame: Frame, x: number, foot: number, size: number, variant: string): void {
  const { palette } = frame;
  const lit = ['#fff0b8', '#ffcf70', '#f2963f'] as const;
  const dark = mix(darken(palette.near, 0.2), '#5a3020', 0.3);
  const cover = palette.night ? mix(palette.light, palette.shade, 0.4) : lighten(palette.light, 0.3);
  const halo = sheet.radial([x, foot - size * 0.4], size * 2.3, [
    [0, '#ffd489', 0.75],
    [0.35, '#ffbf66', 0.28],
    [1, '#ffb54d', 0],
  ]);
  sheet.add(circle(x, foot - size * 0.4, size * 2.3, halo));
  const pane = sheet.linear(
    [0, foot - size],
    [0, foot],
    [
      [0, lit[0]],
      [0.6, lit[1]],
      [1, lit[2]],
    ],
  );
  if (variant === 'tent') {
    const cloth = palette.accent;
    sheet.add(
      path(
        polygon([
          [x - size * 0.95, foot],
          [x - size * 0.1, foot - size],
          [x + size * 1.15, foot - size * 0.1],
          [x + size * 1.05, foot],
        ]),
        sheet.linear(
          [x - size, 0],
          [x + size, 0],
          [
            [0, lighten(mix(cloth, '#ffd98a', 0.5), 0.15)],
            [0.5, mix(cloth, '#ffc76b', 0.35)],
            [1, darken(cloth, 0.5)],
          ],
        ),
      ),
    );
    sheet.add(
      path(
        polygon([
          [x - size * 0.95, foot],
          [x - size * 0.1, foot - size],
          [x + size * 0.35, foot],
        ]),
        sheet.linear(
          [x, foot - size],
          [x, foot],
          [
            [0, mix(cloth, '#ffe9b0', 0.55)],
            [1, mix(cloth, '#ffb347', 0.5)],
          ],
        ),
      ),
    );
    sheet.add(
      path(
        polygon([
          [x - size * 0.4, foot],
          [x - size * 0.1, foot - size * 0.72],
          [x + size * 0.05, foot],
        ]),
        pane,
      ),
    );
    sheet.add(
      stroke(
        `M${x - size * 0.1} ${foot - size}L${x - size * 1.5} ${foot + 6}M${x + size * 1.1} ${foot - size * 0.1}L${x + size * 1.6} ${foot + 8}`,
        dark,
        1.6,
      ),
    );
    return;
  }
  const isChalet = variant === 'chalet';
  const [chimneyX, chimneyTop] = [x + size * (isChalet ? 0.32 : 0.23), foot - size * (isChalet ? 1.12 : 1.02)];
  sheet.add(rect(chimneyX, chimneyTop, size * 0.09, size * 0.5, dark));
  drawSmoke(sheet, frame, chimneyX + size * 0.045, chimneyTop);
  if (isChalet) {
    sheet.add(
      rect(
        x - size * 0.72,
        foot - size * 0.58,
        size * 1.44,
        size * 0.6,
        sheet.linear(
          [x - size, 0],
          [x + size, 0],
          [
            [0, mix(dark, '#a0623c', 0.45)],
            [1, dark],
          ],
        ),
      ),
    );
    for (let i = 0; i < 5; i += 1)
      sheet.add(rect(x - size * 0.6 + i * size * 0.26, foot - size * 0.44, size * 0.17, size * 0.24, pane));
    sheet.add(
      rect(x - size * 0.1, foot - size * 0.3, size * 0.19, size * 0.32, darken(dark, 0.4)) +
        rect(x - size * 0.8, foot - size * 0.15, size * 1.6, size * 0.03, darken(dark, 0.3)),
    );
    sheet.add(
      path(
        polygon([
          [x - size * 0.95, foot - size * 0.5],
          [x, foot - size * 1.02],
          [x + size * 0.95, foot - size * 0.5],
          [x + size * 0.95, foot - size * 0.6],
          [x, foot - size * 1.14],
          [x - size * 0.95, foot - size * 0.6],
        ]),
        cover,
      ),
    );
    sheet.add(
      path(
        polygon([
          [x - size * 0.72, foot - size * 0.57],
          [x, foot - size * 0.99],
          [x + size * 0.72, foot - size * 0.57],
        ]),
        dark,
      ) + circle(x, foot - size * 0.72, size * 0.09, pane),
    );
  } else {
    sheet.add(
      path(
        polygon([
          [x - size * 0.56, foot],
          [x, foot - size * 1.1],
          [x + size * 0.56, foot],
        ]),
        dark,
      ),
    );
    sheet.add(
      path(
        polygon([
          [x - size * 0.4, foot - size * 0.08],
          [x, foot - size * 0.88],
          [x + size * 0.4, foot - size * 0.08],
        ]),
        pane,
      ),
    );
    sheet.add(
      stroke(
        `M${x} ${foot - size * 0.9}V${foot}M${x - size * 0.28} ${foot - size * 0.34}H${x + size * 0.28}M${x - size * 0.14} ${foot - size * 0.6}H${x + size * 0.14}`,
        dark,
        4,
      ),
    );
    sheet.add(
      path(
        polygon([
          [x - size * 0.66, foot],
          [x, foot - size * 1.22],
          [x + size * 0.66, foot],
          [x + size * 0.54, foot],
          [x, foot - size * 1.02],
          [x - size * 0.54, foot],
        ]),
        cover,
      ),
    );
  }
}

/** Puffs that rise from a chimney and drift away. */
function drawSmoke(sheet: Sheet, { palette, random }: Frame, x: number, y: number): void {
  for (let i = 0; i < 7; i += 1)
    sheet.add(
      circle(
        x + i * 9 + random.bell() * 5,
        y - 10 - i * 26,
        9 + i * 5,
        palette.haze,
        `fill-opacity="${(0.32 - i * 0.04).toFixed(2)}"`,
      ),
    );
}
