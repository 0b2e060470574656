import { darken, lighten, mix } from '../drawing/colour.ts';
import { circle, data, group, path, rect, stroke } from '../drawing/sheet.ts';
import type { Drawing, Frame } from './scene.ts';

const GREENS = ['#2f5d43', '#4f7f56', '#7ba06a', '#26493c', '#9bb58a', '#5c7d6a'] as const;

/** Plants on tinted paper. Variants: `fern`, `branch`, `berries`. */
export function botanical(frame: Frame): Drawing {
  const { sheet, width, height, palette, random } = frame;
  const paper = palette.night ? darken(palette.near, 0.1) : mix(lighten(palette.haze, 0.55), '#f6efe2', 0.5);
  sheet.add(rect(0, 0, width, height, sheet.down(0, height, paper, darken(paper, 0.08))));
  sheet.glow(width * 0.25, height * 0.15, height * 0.9, lighten(paper, palette.night ? 0.25 : 0.7), 0.7);
  for (let i = 0; i < 7; i += 1) {
    const x = width * ((i + 0.5) / 7 + random.between(-0.06, 0.06));
    const lean = (x / width - 0.5) * 50 + random.bell() * 10;
    drawStem(frame, x, lean, height * random.between(0.62, 0.98), i / 7);
  }
  return { grain: 3.2 };
}

function drawStem(
  { sheet, height, palette, random, variant }: Frame,
  x: number,
  lean: number,
  length: number,
  depth: number,
): void {
  const isFern = variant === 'fern';
  const paper = palette.night ? palette.near : palette.haze;
  const green = mix(mix(random.pick(GREENS), palette.shade, 0.18), paper, palette.night ? 0.25 : 0.45 * (1 - depth));
  const pairs = isFern ? 30 : 13;
  let markup = stroke(data`M0 0Q0 ${-length * 0.5} ${(lean * length) / 260} ${-length}`, darken(green, 0.15), 4.5);
  for (let i = 2; i <= pairs * 2 + 1; i += 1) {
    const share = Math.floor(i / 2) / pairs;
    const side = i % 2 === 0 ? -1 : 1;
    const [bend, y] = [(share * share * lean * length) / 260, -length * share];
    const size = isFern
      ? length * 0.24 * Math.sin(Math.PI * (0.12 + 0.88 * (1 - share))) + 5
      : length * 0.15 * (1.1 - share * 0.55) * random.between(0.8, 1.15);
    const girth = size * (isFern ? 0.11 : 0.27);
    const angle = (isFern ? 62 : random.between(35, 58)) * side + lean * share * 0.5;
    const leaf = data`M0 0C${girth} ${-size * 0.3} ${girth * 0.9} ${-size * 0.75} 0 ${-size}C${-girth * 0.9} ${-size * 0.75} ${-girth} ${-size * 0.3} 0 0Z`;
    const vein = stroke(data`M0 0V${-size * 0.85}`, lighten(green, 0.4), 1.6, 'stroke-opacity=".5"');
    const turn = `transform="translate(${bend.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(1)})"`;
    markup += group(path(leaf, side < 0 ? green : lighten(green, 0.13)) + (isFern ? '' : vein), turn);
    if (variant === 'berries' && random.chance(0.6)) {
      const [bx, by, radius] = [
        bend + side * random.between(14, 40),
        y + random.between(-10, 30),
        random.between(9, 17),
      ];
      markup += circle(bx, by, radius, mix(palette.accent, '#a8202f', 0.35));
      markup += circle(bx - radius * 0.3, by - radius * 0.35, radius * 0.28, '#ffffff', 'fill-opacity=".75"');
    }
  }
  sheet.add(
    group(markup, `transform="translate(${x.toFixed(1)} ${height * 1.04}) rotate(${(lean * 0.2).toFixed(1)})"`),
  );
}
