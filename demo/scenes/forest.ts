import { darken, lighten, mix } from '../drawing/colour.ts';
import { circle, createSheet, path, polygon, type Sheet, stroke } from '../drawing/sheet.ts';
import type { Drawing, Frame } from './scene.ts';
import { broadleaf, conifer } from './trees.ts';

/** Inside and above woods. Variants: `trunks` (light falls between them), `slope` (rows of conifers in fog), `grove` (broad-leaved crowns). */
export function forest(frame: Frame): Drawing {
  if (frame.variant === 'slope') return slope(frame);
  if (frame.variant === 'grove') return grove(frame);
  return trunks(frame);
}

function trunks({ width, height, palette, random }: Frame): Drawing {
  const sheet = createSheet(width, height);
  const lightX = width * random.between(0.3, 0.7);
  const air = mix(palette.haze, palette.glow, 0.45);
  const rows = 6;
  for (let row = 0; row < rows; row += 1) {
    const share = row / (rows - 1);
    const colour = mix(mix(palette.far, air, 0.35), darken(palette.near, 0.25), share ** 1.1);
    drawTrunkRow(
      sheet,
      random,
      share,
      colour,
      mix(colour, palette.glow, 0.35 * (1 - share)),
      height * (0.68 + 0.26 * share),
      lightX,
    );
    drawUndergrowth(sheet, random, height * (0.68 + 0.26 * share), mix(colour, palette.near, 0.2), 14 + 60 * share);
    if (row === 1 || row === 3) drawBeams(sheet, random, lightX, palette.glow);
  }
  return {
    backdrop: {
      stops: [
        [0, mix(palette.far, palette.near, 0.35)],
        [0.45, air],
        [1, mix(palette.far, palette.near, 0.3)],
      ],
      lights: [
        { x: lightX, y: height * 0.36, radius: width * 0.55, colour: lighten(palette.glow, 0.35), strength: 0.95 },
        { x: lightX, y: height * 0.3, radius: width * 0.2, colour: '#ffffff', strength: 0.5 },
      ],
    },
    sheet,
    vignette: 0.5,
  };
}

function drawTrunkRow(
  sheet: Sheet,
  random: Frame['random'],
  share: number,
  colour: string,
  edge: string,
  ground: number,
  lightX: number,
): void {
  let data = '';
  let rims = '';
  const girth = 7 + 62 * share ** 1.6;
  for (let x = -40; x < sheet.width + 40; x += girth * random.between(2.2, 6.5)) {
    const thick = girth * random.between(0.6, 1.2);
    const lean = random.bell() * 18;
    const foot = ground + random.between(-6, 14);
    data += `M${x - thick * 0.5 + lean} -5Q${x - thick * 0.42} ${foot * 0.6} ${x - thick * 0.85} ${foot}L${x + thick * 0.85} ${foot}Q${x + thick * 0.42} ${foot * 0.6} ${x + thick * 0.5 + lean} -5Z`;
    const side = x < lightX ? 0.42 : -0.42;
    rims += `M${x + thick * side + lean} -5Q${x + thick * side * 0.9} ${foot * 0.6} ${x + thick * side * 1.3} ${foot - 6}`;
    for (let i = 0; i < 2; i += 1) {
      const y = foot * random.between(0.1, 0.5);
      const reach = thick * random.between(1.2, 3) * (random.chance(0.5) ? 1 : -1);
      data += `M${x + lean * 0.6} ${y}q${reach * 0.5} ${-6} ${reach} ${-thick * 0.9}q${-reach * 0.4} ${thick * 0.7} ${-reach} ${thick * 1.2}Z`;
    }
  }
  sheet.add(path(data, colour) + stroke(rims, edge, 1 + 4 * share, 'stroke-opacity=".55"'));
}

function drawUndergrowth(sheet: Sheet, random: Frame['random'], ground: number, colour: string, size: number): void {
  let data = `M-5 ${sheet.height + 5}L-5 ${ground}`;
  for (let x = 0; x <= sheet.width + 20; x += size * 0.4)
    data += `Q${x + size * 0.1} ${ground - size * random.between(0.2, 0.7)} ${x + size * 0.2} ${ground + random.bell() * 3}`;
  sheet.add(path(`${data}L${sheet.width + 5} ${sheet.height + 5}Z`, colour));
}

function drawBeams(sheet: Sheet, random: Frame['random'], x: number, colour: string): void {
  for (let i = 0; i < 5; i += 1) {
    const angle = random.between(-0.9, 0.9);
    const spread = random.between(26, 70);
    const length = sheet.height * 1.3;
    const endX = x + Math.tan(angle) * length;
    const paint = sheet.linear(
      [x, -50],
      [endX, length],
      [
        [0, colour, 0.34],
        [0.7, colour, 0.08],
        [1, colour, 0],
      ],
    );
    sheet.add(
      path(
        polygon([
          [x - 12, -60],
          [x + 12, -60],
          [endX + spread * 2, length],
          [endX - spread * 2, length],
        ]),
        paint,
      ),
    );
  }
}

function slope({ width, height, palette, random }: Frame): Drawing {
  const sheet = createSheet(width, height);
  const rows = 9;
  const tilt = random.between(-0.2, 0.2);
  for (let row = 0; row < rows; row += 1) {
    const share = row / (rows - 1);
    const level = height * (0.3 + 0.78 * share);
    const size = 46 + 190 * share;
    let data = '';
    for (let x = -40; x < width + 40; x += size * random.between(0.1, 0.34)) {
      data += conifer(
        random,
        x,
        level + (x - width / 2) * tilt + random.bell() * size * 0.14,
        size * random.between(0.65, 1.2),
      );
    }
    const colour = mix(mix(palette.far, palette.haze, 0.4), darken(palette.near, 0.15), share ** 1.2);
    sheet.add(path(data, colour));
    const mist = sheet.linear(
      [0, level - size * 0.5],
      [0, level + size * 0.7],
      [
        [0, palette.haze, 0],
        [1, palette.haze, 0.72 * (1 - share * 0.75)],
      ],
    );
    sheet.add(`<rect x="0" y="${level - size * 0.5}" width="${width}" height="${height}" fill="${mist}"/>`);
  }
  return {
    backdrop: {
      stops: [
        [0, palette.sky[2] ?? palette.haze],
        [0.5, palette.haze],
        [1, palette.haze],
      ],
      lights: [
        {
          x: width * random.between(0.2, 0.8),
          y: height * 0.12,
          radius: width * 0.6,
          colour: palette.glow,
          strength: 0.7,
        },
      ],
    },
    sheet,
  };
}

function grove({ width, height, palette, random }: Frame): Drawing {
  const sheet = createSheet(width, height);
  const leaves = [
    mix(palette.near, palette.accent, 0.85),
    mix(palette.accent, palette.glow, 0.5),
    mix(palette.near, palette.accent, 0.5),
    mix(palette.far, palette.accent, 0.4),
  ];
  for (let row = 0; row < 5; row += 1) {
    const share = row / 4;
    const ground = height * (0.52 + 0.42 * share ** 1.2);
    const size = 130 + 360 * share;
    const haze = 0.62 * (1 - share);
    sheet.add(
      `<rect x="0" y="${ground - 6}" width="${width}" height="${height}" fill="${mix(mix(palette.far, palette.light, 0.25), palette.near, share * 0.75)}"/>`,
    );
    for (let x = -60; x < width + 60; x += size * random.between(0.35, row === 4 ? 1.6 : 0.8)) {
      const tone = mix(random.pick(leaves), palette.haze, haze);
      const tree = broadleaf(random, x, ground + random.between(0, 14), size * random.between(0.7, 1.15));
      sheet.add(
        path(
          tree,
          sheet.linear(
            [0, ground - size],
            [0, ground],
            [
              [0, mix(tone, palette.glow, 0.3)],
              [0.75, darken(tone, 0.25)],
              [1, darken(tone, 0.65)],
            ],
          ),
        ),
      );
    }
  }
  let falling = '';
  for (let i = 0; i < 70; i += 1)
    falling += circle(
      random.next() * width,
      random.next() * height,
      random.between(1.5, 5),
      random.pick(leaves),
      `fill-opacity="${random.between(0.5, 1).toFixed(2)}"`,
    );
  sheet.add(falling);
  return {
    backdrop: {
      stops: [
        [0, palette.sky[1] ?? palette.haze],
        [0.55, palette.sky[4] ?? palette.haze],
        [1, palette.haze],
      ],
      lights: [
        {
          x: width * random.between(0.3, 0.7),
          y: height * 0.3,
          radius: width * 0.5,
          colour: palette.glow,
          strength: 0.9,
        },
      ],
    },
    sheet,
  };
}
