import { darken, lighten, mix } from '../drawing/colour.ts';
import { circle, path, polygon, rect, stroke } from '../drawing/sheet.ts';
import { lettering } from './lettering.ts';
import { drawPeaks } from './mark.ts';
import { groundOf, makeRidge, ridgeOutline } from './ridges.ts';
import type { Drawing, Frame } from './scene.ts';
import { conifers } from './trees.ts';

const MOTIFS: Readonly<Record<string, (frame: Frame) => void>> = { summit, lake, moon, rays };

/** Travel posters in flat inks. The variant is `motif TITLE`, motif one of `summit`, `lake`, `moon`, `rays`. */
export function poster(frame: Frame): Drawing {
  const { sheet, width, height, palette } = frame;
  const [motif = 'summit', ...words] = frame.variant.split(' ');
  const title = words.join(' ');
  const paper = mix(lighten(palette.haze, 0.7), '#f7eedd', 0.7);
  const margin = width * 0.06;
  const picture = rect(margin, margin, width - margin * 2, height * 0.76, '#000', `rx="${width * 0.012}"`);
  sheet.add(rect(0, 0, width, height, sheet.down(0, height, paper, darken(paper, 0.05))));
  sheet.add(`<g clip-path="${sheet.define((id) => `<clipPath id="${id}">${picture}</clipPath>`)}">`);
  (MOTIFS[motif] ?? summit)({ ...frame, height: margin + height * 0.76 });
  sheet.add('</g>');
  const size = Math.min(height * 0.066, (width * 0.8) / (title.length * 0.98));
  const base = margin + height * 0.805;
  const [dark, red] = [darken(palette.near, 0.15), mix(palette.accent, palette.near, 0.25)];
  sheet.add(lettering(title, width / 2, base, size, dark, 0.17));
  sheet.add(
    lettering('VELMARA', width / 2 + height * 0.02, base + size + height * 0.03, height * 0.017, red, 0.16, 0.7),
  );
  sheet.add(drawPeaks(width / 2 - height * 0.118, base + size + height * 0.041, height * 0.016, red));
  return { grain: 4, vignette: 0.1 };
}

/** The colours of the sky as flat stripes, down to `until`, and its sun. */
function sky(
  { sheet, width, height, palette }: Frame,
  until: number,
  sunX: number,
  sunY: number,
  radius: number,
): void {
  sheet.add(...palette.sky.map((colour, index) => rect(0, (until / 5) * index, width, height, colour)));
  sheet.add(circle(width * sunX, height * sunY, width * radius, palette.sun));
}

/** Flat hills one before the other, the nearest wooded. */
function hills({ sheet, width, height, palette, random, seed }: Frame, from: number, count: number): void {
  for (let i = 0; i < count; i += 1) {
    const base = height * (from + ((1.02 - from) * i) / (count - 1));
    const ridge = makeRidge(width, { base, rise: height * 0.12, span: 380, sharp: false }, `${seed}${i}`);
    const colour = mix(palette.shade, palette.near, i / (count - 1));
    if (i > 0) sheet.add(path(conifers(random, width, groundOf(ridge), 70 + 30 * i, 4), colour));
    sheet.add(path(ridgeOutline(ridge, height + 4), colour));
  }
}

function summit(frame: Frame): void {
  const { sheet, width, height, palette, random } = frame;
  sky(frame, height * 0.62, 0.68, 0.3, 0.16);
  const x = random.between(0.4, 0.5);
  const at = (right: number, down: number): [number, number] => [width * right, height * down];
  sheet.add(path(polygon([at(-0.1, 0.86), at(x, 0.24), at(1.15, 0.86)]), mix(palette.far, palette.light, 0.35)));
  sheet.add(
    path(polygon([at(x, 0.24), at(1.15, 0.86), at(0.34, 0.86), at(0.52, 0.56), at(0.42, 0.44)]), palette.shade),
  );
  const snow = [
    at(x, 0.24),
    at(x + 0.14, 0.37),
    at(x + 0.07, 0.36),
    at(x + 0.02, 0.42),
    at(x - 0.04, 0.36),
    at(x - 0.13, 0.39),
  ];
  sheet.add(path(polygon(snow), lighten(palette.light, 0.5)));
  hills(frame, 0.84, 3);
}

function lake(frame: Frame): void {
  const { sheet, width, height, palette, random, seed } = frame;
  sky(frame, height * 0.5, 0.5, 0.36, 0.24);
  const shore = height * 0.6;
  const ridge = makeRidge(width, { base: shore, rise: height * 0.28, span: 300, sharp: true }, seed);
  sheet.add(path(ridgeOutline(ridge, shore), mix(palette.shade, palette.near, 0.4)));
  sheet.add(rect(0, shore, width, height, mix(palette.water, palette.shade, 0.4)));
  for (let i = 0; i < 16; i += 1) {
    const reach = width * random.between(0.05, 0.2) * (1 - i / 24);
    const x = width * (0.5 + random.bell() * 0.03);
    sheet.add(
      stroke(`M${x - reach} ${shore + 30 + i * 21}h${reach * 2}`, i % 3 === 0 ? palette.accent : palette.sun, 9),
    );
  }
  const [x, y] = [width * 0.68, height * 0.84];
  sheet.add(path(`M${x} ${y}q90 26 180 0q-14 34 -44 36h-90q-34 -2 -46 -36Z`, palette.accent));
}

function moon(frame: Frame): void {
  const { sheet, width, height, palette } = frame;
  sheet.add(rect(0, 0, width, height, palette.sky[0]));
  for (let i = 4; i >= 0; i -= 1)
    sheet.add(
      circle(
        width / 2,
        height * 0.38,
        width * (0.17 + 0.1 * i),
        i === 0 ? palette.sun : mix(palette.sky[2], palette.sky[0], i / 5),
      ),
    );
  hills(frame, 0.7, 4);
}

function rays(frame: Frame): void {
  const { sheet, width, height, palette } = frame;
  sheet.add(rect(0, 0, width, height, palette.glow));
  const [x, y] = [width * 0.5, height * 0.56];
  const at = (turn: number): [number, number] => [
    x + Math.cos((turn * Math.PI) / 20) * height,
    y + Math.sin((turn * Math.PI) / 20) * height,
  ];
  for (let i = 0; i < 40; i += 2)
    sheet.add(path(polygon([[x, y], at(i), at(i + 1)]), mix(palette.accent, palette.glow, 0.25)));
  for (let i = 3; i >= 0; i -= 1)
    sheet.add(
      circle(x, y, width * (0.16 + 0.06 * i), i % 2 === 0 ? palette.sun : mix(palette.accent, palette.sun, 0.35)),
    );
  hills(frame, 0.74, 4);
}
