import { darken, lighten, mix } from '../drawing/colour.ts';
import { circle, createSheet, group, path, type Sheet, short, stroke } from '../drawing/sheet.ts';
import type { Drawing, Frame } from './scene.ts';

const GREENS = ['#2f5d43', '#4f7f56', '#7ba06a', '#26493c', '#9bb58a', '#5c7d6a'] as const;

/** Plants on tinted paper. Variants: `fern`, `branch`, `monstera`, `meadow` (flowers), `berries`. */
export function botanical(frame: Frame): Drawing {
  const { width, height, palette, random, variant } = frame;
  const sheet = createSheet(width, height);
  const paper = palette.night ? darken(palette.near, 0.1) : mix(lighten(palette.haze, 0.55), '#f6efe2', 0.5);
  if (variant === 'meadow') drawMeadow(sheet, frame);
  else if (variant === 'monstera') {
    for (let i = 0; i < 9; i += 1)
      drawMonstera(
        sheet,
        frame,
        random.between(-0.05, 1.05) * width,
        random.between(0, 1.05) * height,
        random.between(150, 330),
        i / 8,
      );
  } else {
    const count = variant === 'fern' ? 8 : 7;
    for (let i = 0; i < count; i += 1) {
      const x = width * ((i + 0.5) / count + random.between(-0.06, 0.06));
      const lean = (x / width - 0.5) * 50 + random.bell() * 10;
      drawStem(sheet, frame, x, height * 1.04, lean, height * random.between(0.62, 0.98), variant, i / count);
    }
  }
  return {
    backdrop: {
      stops: [
        [0, paper],
        [1, darken(paper, 0.08)],
      ],
      lights: [
        {
          x: width * 0.25,
          y: height * 0.15,
          radius: Math.max(width, height) * 0.9,
          colour: lighten(paper, palette.night ? 0.25 : 0.7),
          strength: 0.7,
        },
      ],
    },
    sheet,
    grain: 3.2,
  };
}

function tone({ palette, random }: Frame, depth: number): string {
  return mix(
    mix(random.pick(GREENS), palette.shade, 0.18),
    palette.night ? palette.near : palette.haze,
    palette.night ? 0.25 : 0.45 * (1 - depth),
  );
}

function drawStem(
  sheet: Sheet,
  frame: Frame,
  x: number,
  foot: number,
  lean: number,
  length: number,
  variant: string,
  depth: number,
): void {
  const { random, palette } = frame;
  const colour = tone(frame, depth);
  const pairs = variant === 'fern' ? 30 : variant === 'berries' ? 11 : 13;
  let leaves = '';
  let veins = '';
  for (let i = 1; i <= pairs; i += 1) {
    const share = i / pairs;
    const y = -length * share;
    const bend = (share * share * lean * length) / 260;
    for (const side of [-1, 1]) {
      const size =
        variant === 'fern'
          ? length * 0.24 * Math.sin(Math.PI * (0.12 + 0.88 * (1 - share))) + 5
          : length * 0.15 * (1.1 - share * 0.55) * random.between(0.8, 1.15);
      const angle = (variant === 'fern' ? 62 : random.between(35, 58)) * side + lean * share * 0.5;
      const girth = variant === 'fern' ? size * 0.11 : size * 0.27;
      const turn = `translate(${short(bend)} ${short(y)}) rotate(${short(angle)})`;
      leaves += `<path transform="${turn}" d="M0 0C${short(girth)} ${short(-size * 0.3)} ${short(girth * 0.9)} ${short(-size * 0.75)} 0 ${short(-size)}C${short(-girth * 0.9)} ${short(-size * 0.75)} ${short(-girth)} ${short(-size * 0.3)} 0 0Z" fill="${side < 0 ? colour : lighten(colour, 0.13)}"/>`;
      if (variant !== 'fern')
        veins += `<path transform="${turn}" d="M0 0V${short(-size * 0.85)}" stroke="${lighten(colour, 0.4)}" stroke-width="1.6" stroke-opacity=".6"/>`;
      if (variant === 'berries' && random.chance(0.6)) {
        const berry = mix(palette.accent, '#a8202f', 0.35);
        const [bx, by, size2] = [
          bend + side * random.between(14, 40),
          y + random.between(-10, 30),
          random.between(9, 17),
        ];
        veins +=
          circle(bx, by, size2, berry) +
          circle(bx - size2 * 0.3, by - size2 * 0.35, size2 * 0.28, '#ffffff', 'fill-opacity=".75"');
      }
    }
  }
  const stem = stroke(
    `M0 0Q0 ${short(-length * 0.5)} ${short((lean * length) / 260)} ${short(-length)}`,
    darken(colour, 0.15),
    4.5,
  );
  sheet.add(
    group(stem + leaves + veins, `transform="translate(${short(x)} ${short(foot)}) rotate(${short(lean * 0.2)})"`),
  );
}

function drawMonstera(sheet: Sheet, frame: Frame, x: number, y: number, size: number, depth: number): void {
  const { random } = frame;
  const colour = tone(frame, depth);
  const cuts = 5;
  const outline = (side: number): string => {
    let data = '';
    for (let i = 0; i < cuts; i += 1) {
      const from = i / cuts;
      const to = (i + 1) / cuts;
      const reach = (share: number): number => side * size * 0.72 * Math.sin(Math.PI * (0.16 + 0.8 * share)) ** 0.8;
      const yy = (share: number): number => -size * (share * 1.25 - 0.25);
      data += `Q${short(reach(from + 0.07) * 1.14)} ${short(yy(from + 0.03))} ${short(reach(to - 0.05))} ${short(yy(to - 0.05) - size * 0.06)}`;
      if (i < cuts - 1)
        data += `L${short(reach(to) * 0.32)} ${short(yy(to) + size * 0.07)}L${short(reach(to + 0.02))} ${short(yy(to + 0.02))}`;
    }
    return data;
  };
  const half = (side: number, fill: string): string =>
    path(`M0 ${short(size * 0.12)}${outline(side)}L0 ${short(-size * 1.06)}Z`, fill);
  const light = lighten(colour, 0.14);
  const markup =
    stroke(
      `M0 ${short(size * 0.1)}Q${short(size * 0.1)} ${short(size * 0.8)} ${short(random.bell() * 60)} ${short(size * 1.8)}`,
      darken(colour, 0.2),
      8,
    ) +
    half(-1, colour) +
    half(1, light) +
    stroke(`M0 ${short(size * 0.1)}V${short(-size)}`, lighten(colour, 0.35), 4, 'stroke-opacity=".7"');
  sheet.add(group(markup, `transform="translate(${short(x)} ${short(y)}) rotate(${short(random.between(-65, 65))})"`));
}

function drawMeadow(sheet: Sheet, frame: Frame): void {
  const { width, height, palette, random } = frame;
  const petals = [palette.accent, palette.glow, '#f7f2e6', mix(palette.accent, '#7f6bb0', 0.6), '#e9b949'];
  for (let i = 0; i < 120; i += 1) {
    const depth = i / 120;
    const x = random.between(-0.03, 1.03) * width;
    const length = height * random.between(0.2, 0.86) * (0.6 + 0.4 * depth);
    const sway = random.bell() * 46;
    const colour = tone(frame, depth);
    const foot = height + 10;
    sheet.add(
      stroke(
        `M${short(x)} ${foot}q${short(sway * 0.15)} ${short(-length * 0.6)} ${short(sway)} ${short(-length)}`,
        colour,
        2 + 3 * depth,
      ),
    );
    if (random.chance(0.45)) continue;
    const head = mix(random.pick(petals), palette.haze, 0.4 * (1 - depth));
    const size = random.between(18, 46) * (0.5 + 0.6 * depth);
    const count = random.pick([5, 8, 12]);
    let flower = '';
    for (let petal = 0; petal < count; petal += 1) {
      flower += `<ellipse rx="${short(size * (count > 6 ? 0.24 : 0.44))}" ry="${short(size * 0.56)}" cy="${short(-size * 0.6)}" transform="rotate(${short((360 / count) * petal)})" fill="${petal % 2 === 0 ? head : lighten(head, 0.18)}"/>`;
    }
    flower += circle(0, 0, size * 0.3, mix('#e2a52e', palette.near, 0.12));
    sheet.add(
      group(
        flower,
        `transform="translate(${short(x + sway)} ${short(foot - length)}) scale(1 ${random.between(0.65, 1).toFixed(2)})"`,
      ),
    );
  }
}
