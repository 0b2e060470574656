import { darken, lighten, mix } from '../drawing/colour.ts';
import { data, path, rect, stroke } from '../drawing/sheet.ts';
import type { Drawing, Frame } from './scene.ts';
import { conifer } from './trees.ts';

/** Draws woods. Variants: `trunks` (inside, with light between them), `slope` (from above, rows of conifers in fog). */
export const forest = (frame: Frame): Drawing => (frame.variant === 'slope' ? slope(frame) : trunks(frame));

function trunks(frame: Frame): Drawing {
  const { sheet, width, height, palette, random } = frame;
  const lightX = width * random.between(0.3, 0.7);
  const air = mix(palette.haze, palette.glow, 0.45);
  const deep = mix(palette.far, palette.near, 0.33);
  sheet.add(rect(0, 0, width, height, sheet.down(0, height, deep, [air, 1, 0.45], deep)));
  sheet.glow(lightX, height * 0.36, width * 0.55, lighten(palette.glow, 0.35), 0.95);
  sheet.glow(lightX, height * 0.3, width * 0.2, '#ffffff', 0.5);
  for (let row = 0; row < 6; row += 1) {
    const share = row / 5;
    const colour = mix(mix(palette.far, air, 0.35), darken(palette.near, 0.25), share ** 1.1);
    const ground = height * (0.68 + 0.26 * share);
    drawTrunkRow(frame, share, colour, ground, lightX);
    drawUndergrowth(frame, ground, mix(colour, palette.near, 0.2), 14 + 60 * share);
    if (row === 1 || row === 3) drawBeams(frame, lightX);
  }
  return { vignette: 0.5 };
}

function drawTrunkRow(
  { sheet, random, palette }: Frame,
  share: number,
  colour: string,
  ground: number,
  lightX: number,
): void {
  let bark = '';
  let rims = '';
  const girth = 7 + 62 * share ** 1.6;
  for (let x = -40; x < sheet.width + 40; x += girth * random.between(2.2, 6.5)) {
    const thick = girth * random.between(0.6, 1.2);
    const lean = random.bell() * 18;
    const foot = ground + random.between(-6, 14);
    bark += data`M${x - thick * 0.5 + lean} -5Q${x - thick * 0.42} ${foot * 0.6} ${x - thick * 0.85} ${foot}L${x + thick * 0.85} ${foot}Q${x + thick * 0.42} ${foot * 0.6} ${x + thick * 0.5 + lean} -5Z`;
    const side = thick * (x < lightX ? 0.42 : -0.42);
    rims += data`M${x + side + lean} -5Q${x + side * 0.9} ${foot * 0.6} ${x + side * 1.3} ${foot - 6}`;
    for (let branch = 0; branch < 2; branch += 1) {
      const reach = thick * random.between(1.2, 3) * (random.chance(0.5) ? 1 : -1);
      bark += data`M${x + lean * 0.6} ${foot * random.between(0.1, 0.5)}q${reach * 0.5} -6 ${reach} ${-thick * 0.9}q${-reach * 0.4} ${thick * 0.7} ${-reach} ${thick * 1.2}Z`;
    }
  }
  const rim = mix(colour, palette.glow, 0.35 * (1 - share));
  sheet.add(path(bark, colour) + stroke(rims, rim, 1 + 4 * share, 'stroke-opacity=".55"'));
}

function drawUndergrowth({ sheet, random }: Frame, ground: number, colour: string, size: number): void {
  let line = data`M-5 ${sheet.height + 5}L-5 ${ground}`;
  for (let x = 0; x <= sheet.width + 20; x += size * 0.4)
    line += data`Q${x + size * 0.1} ${ground - size * random.between(0.2, 0.7)} ${x + size * 0.2} ${ground + random.bell() * 3}`;
  sheet.add(path(line + data`L${sheet.width + 5} ${sheet.height + 5}Z`, colour));
}

function drawBeams({ sheet, random, palette }: Frame, x: number): void {
  const length = sheet.height * 1.3;
  for (let i = 0; i < 5; i += 1) {
    const end = x + Math.tan(random.between(-0.9, 0.9)) * length;
    const spread = random.between(52, 140);
    const paint = sheet.down(-50, length, [palette.glow, 0.34], [palette.glow, 0.08, 0.7], [palette.glow, 0]);
    sheet.add(path(data`M${x - 12} -60H${x + 12}L${end + spread} ${length}H${end - spread}Z`, paint));
  }
}

function slope({ sheet, width, height, palette, random }: Frame): Drawing {
  const tilt = random.between(-0.2, 0.2);
  sheet.add(rect(0, 0, width, height, sheet.down(0, height, palette.sky[2], palette.haze, palette.haze)));
  sheet.glow(width * random.between(0.2, 0.8), height * 0.12, width * 0.6, palette.glow, 0.7);
  for (let row = 0; row < 9; row += 1) {
    const share = row / 8;
    const level = height * (0.3 + 0.78 * share);
    const size = 46 + 190 * share;
    let trees = '';
    for (let x = -40; x < width + 40; x += size * random.between(0.1, 0.34)) {
      const foot = level + (x - width / 2) * tilt + random.bell() * size * 0.14;
      trees += conifer(random, x, foot, size * random.between(0.65, 1.2));
    }
    sheet.add(path(trees, mix(mix(palette.far, palette.haze, 0.4), darken(palette.near, 0.15), share ** 1.2)));
    const thick = 0.72 * (1 - share * 0.75);
    const mist = sheet.down(level - size * 0.5, level + size * 0.7, [palette.haze, 0], [palette.haze, thick]);
    sheet.add(rect(0, level - size * 0.5, width, height, mist));
  }
  return {};
}
