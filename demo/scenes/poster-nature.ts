import { darken, mix } from '../drawing/colour.ts';
import { circle, path, polygon, rect, type Sheet } from '../drawing/sheet.ts';
import { groundOf } from './mountains.ts';
import { makeRidge, ridgeOutline } from './ridges.ts';
import type { Frame } from './scene.ts';
import { conifers } from './trees.ts';

/** The colours of the sky as flat stripes, down to `until`. */
export function bands(sheet: Sheet, { width, height, palette }: Frame, until: number): void {
  for (const [index, colour] of palette.sky.entries())
    sheet.add(rect(0, (until / palette.sky.length) * index, width, height, colour));
}

/** One mountain with snow, forests at its feet. */
export function drawSummit(sheet: Sheet, frame: Frame): void {
  const { width, height, palette, random, seed } = frame;
  bands(sheet, frame, height * 0.62);
  sheet.add(circle(width * 0.68, height * 0.3, width * 0.16, palette.sun));
  const top = [width * random.between(0.4, 0.5), height * 0.24] as const;
  const foot = height * 0.86;
  sheet.add(path(polygon([[-width * 0.1, foot], top, [width * 1.15, foot]]), mix(palette.far, palette.light, 0.35)));
  sheet.add(
    path(
      polygon([
        top,
        [width * 1.15, foot],
        [width * 0.34, foot],
        [width * 0.52, height * 0.56],
        [width * 0.42, height * 0.44],
      ]),
      palette.shade,
    ),
  );
  sheet.add(
    path(
      polygon([
        top,
        [top[0] + width * 0.13, height * 0.4],
        [top[0] + width * 0.07, height * 0.385],
        [top[0] + width * 0.03, height * 0.45],
        [top[0] - width * 0.03, height * 0.38],
        [top[0] - width * 0.1, height * 0.43],
        [top[0] - width * 0.09, height * 0.365],
      ]),
      palette.light,
    ),
  );
  for (let i = 0; i < 3; i += 1) {
    const ridge = makeRidge(
      width,
      { base: height * (0.86 + 0.08 * i), rise: height * 0.13, span: 420, sharp: false },
      `${seed}${i}`,
    );
    const colour = mix(palette.far, palette.near, 0.35 + 0.32 * i);
    sheet.add(
      path(ridgeOutline(ridge, height + 4) + conifers(random, width, groundOf(ridge), 60 + 40 * i, 2.2), colour),
    );
  }
}

/** Sunset over a lake, a boat on it. */
export function drawLake(sheet: Sheet, frame: Frame): void {
  const { width, height, palette, seed } = frame;
  const shore = height * 0.56;
  bands(sheet, frame, shore);
  const sun = { x: width * 0.5, y: height * 0.34, r: width * 0.2 };
  sheet.add(circle(sun.x, sun.y, sun.r, palette.sun));
  const ridge = makeRidge(
    width,
    { base: shore, rise: height * 0.24, span: 320, sharp: true, summit: width * 0.3 },
    seed,
  );
  sheet.add(path(ridgeOutline(ridge, shore), palette.shade));
  sheet.add(rect(0, shore, width, height, palette.water));
  const mirror = ridge.map(([x, y]) => [x, shore + (shore - y) * 0.72] as const);
  sheet.add(path(polygon([...mirror, [width + 9, shore], [-9, shore]]), mix(palette.shade, palette.water, 0.5)));
  for (let i = 0; i < 15; i += 1) {
    const y = shore + height * 0.022 * i + 8;
    const half = sun.r * (1.05 - i * 0.05) * (0.7 + 0.3 * Math.sin(i * 2.3));
    sheet.add(
      rect(sun.x - half + 26 * Math.sin(i * 1.7), y, half * 2, height * 0.0095, palette.sun, `rx="${height * 0.005}"`),
    );
  }
  sheet.add(
    path(
      `M${width * 0.58} ${height * 0.86}q${width * 0.11} ${height * 0.03} ${width * 0.22} 0q${-width * 0.02} ${height * 0.03} ${-width * 0.06} ${height * 0.03}h${-width * 0.1}q${-width * 0.04} 0 ${-width * 0.06} ${-height * 0.03}Z`,
      palette.accent,
    ),
  );
}

/** Waves and a lighthouse on a cliff. */
export function drawCoast(sheet: Sheet, frame: Frame): void {
  const { width, height, palette } = frame;
  bands(sheet, frame, height * 0.55);
  sheet.add(circle(width * 0.3, height * 0.3, width * 0.13, palette.sun));
  for (let i = 0; i < 7; i += 1) {
    const y = height * (0.52 + i * 0.075);
    const swing = width * 0.05;
    let data = `M-20 ${y}`;
    for (let x = -20; x < width + 60; x += swing * 2)
      data += `q${swing / 2} ${-swing * 0.5 * (i % 2 === 0 ? 1 : -1)} ${swing} 0t${swing} 0`;
    sheet.add(
      path(
        `${data}V${height + 20}H-20Z`,
        mix(mix(palette.water, palette.light, 0.35), darken(palette.water, 0.35), i / 6),
      ),
    );
  }
  sheet.add(
    path(
      `M${width} ${height * 0.36}C${width * 0.82} ${height * 0.37} ${width * 0.78} ${height * 0.42} ${width * 0.62} ${height * 0.44}C${width * 0.6} ${height * 0.56} ${width * 0.66} ${height * 0.7} ${width * 0.58} ${height * 0.78}H${width}Z`,
      palette.near,
    ),
  );
  const x = width * 0.76;
  const foot = height * 0.41;
  for (let i = 0; i < 5; i += 1)
    sheet.add(
      path(
        polygon([
          [x - 42 + i * 5, foot - i * 56],
          [x + 42 - i * 5, foot - i * 56],
          [x + 37 - i * 5, foot - 56 - i * 56],
          [x - 37 + i * 5, foot - 56 - i * 56],
        ]),
        i % 2 === 0 ? '#fbf3e3' : palette.accent,
      ),
    );
  const head = foot - 290;
  sheet.add(
    path(
      polygon([
        [x, head + 10],
        [0, head - height * 0.07],
        [0, head + height * 0.05],
      ]),
      palette.sun,
      'fill-opacity=".55"',
    ),
  );
  sheet.add(
    rect(x - 16, head - 22, 32, 36, palette.sun) +
      path(`M${x - 26} ${head - 20}L${x} ${head - 56}L${x + 26} ${head - 20}Z`, palette.near),
  );
}

/** A large moon above dark woods. */
export function drawMoon(sheet: Sheet, frame: Frame): void {
  const { width, height, palette, random, seed } = frame;
  bands(sheet, frame, height * 0.9);
  for (let i = 0; i < 90; i += 1)
    sheet.add(circle(random.next() * width, random.next() * height * 0.7, random.between(1, 3.4), palette.sun));
  for (let i = 4; i >= 0; i -= 1)
    sheet.add(
      circle(
        width * 0.5,
        height * 0.36,
        width * (0.2 + 0.085 * i),
        mix(palette.sky[1] ?? palette.far, palette.sun, 0.09 + 0.1 * (4 - i)),
        'fill-opacity=".55"',
      ),
    );
  sheet.add(circle(width * 0.5, height * 0.36, width * 0.19, palette.sun));
  for (let i = 0; i < 4; i += 1) {
    const ridge = makeRidge(
      width,
      { base: height * (0.78 + 0.08 * i), rise: height * 0.2, span: 360 + 90 * i, sharp: i < 2 },
      `${seed}${i}`,
    );
    sheet.add(
      path(
        ridgeOutline(ridge, height + 4) + (i > 1 ? conifers(random, width, groundOf(ridge), 90, 2.6) : ''),
        mix(palette.far, palette.near, 0.2 + 0.26 * i),
      ),
    );
  }
}
