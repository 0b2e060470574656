import { darken, mix } from '../drawing/colour.ts';
import { path } from '../drawing/sheet.ts';
import { drawFlanks, drawRidge, groundOf, makeRidge } from './ridges.ts';
import type { Drawing, Frame } from './scene.ts';
import { drawSky, type Sun } from './sky.ts';
import { conifers } from './trees.ts';

/**
 * Draws chains of mountains behind each other in haze. Variants: `peaks` (snow on the summits), `hills` (soft waves),
 * `trees` (a forest edge in front).
 */
export function mountains(frame: Frame): Drawing {
  const { width, height, palette, random, variant } = frame;
  const horizon = height * random.between(0.5, 0.62);
  const sun: Sun = {
    x: width * random.pick([random.between(0.18, 0.4), random.between(0.6, 0.82)]),
    y: height * (palette.night ? random.between(0.14, 0.26) : random.between(0.26, 0.46)),
    radius: height * random.between(0.024, 0.045),
  };
  drawSky(frame, horizon * 1.1, sun, { from: height * 0.08, to: horizon * 0.75, count: random.whole(3, 6) });
  drawRange(frame, horizon, sun, variant === 'hills' ? 6 : 5);
  if (variant === 'trees' || random.chance(0.5)) drawForestEdge(frame);
  return {};
}

/** Draws several ridges from the far haze to the near dark, from `horizon` down to `bottom`. */
export function drawRange(frame: Frame, horizon: number, sun: Sun, count: number, bottom = frame.height): void {
  const { sheet, width, height, palette, random, seed, variant } = frame;
  const isSoft = variant === 'hills';
  const depth = bottom - horizon;
  const summit = sun.x < width / 2 ? width * random.between(0.55, 0.8) : width * random.between(0.2, 0.45);
  const hero = isSoft ? -1 : random.whole(0, Math.min(1, count - 1));
  for (let i = 0; i < count; i += 1) {
    const share = i / Math.max(1, count - 1);
    const sharp = !isSoft && i < count - 2 + (count < 3 ? 2 : 0);
    const base = horizon + depth * share ** 1.25 * 0.8 + depth * 0.06;
    const room = Math.min(1, base / (height * 0.62));
    const rise = sharp
      ? height * room * (i === hero ? random.between(0.36, 0.5) : random.between(0.17, 0.27))
      : height * random.between(0.09, 0.17);
    const span = (sharp ? 300 : 420) + 260 * share;
    const ridge = makeRidge(width, { base, rise, span, sharp, ...(i === hero ? { summit } : {}) }, `${seed}/${i}`);
    const colour = mix(palette.far, palette.near, share ** 1.15);
    const feet = base + depth * 0.2;
    drawRidge(frame, ridge, colour, feet);
    if (sharp) drawFlanks(frame, ridge, sun.x, feet, 0.85 - share * 0.35, i <= hero || random.chance(0.4));
    else if (i >= count - 2 && !isSoft)
      sheet.add(path(conifers(random, width, groundOf(ridge), 34 + 30 * share, 2.6), mix(colour, palette.near, 0.4)));
  }
}

function drawForestEdge(frame: Frame): void {
  const { sheet, width, height, palette, random, seed } = frame;
  const edge = makeRidge(width, { base: height * 1.02, rise: height * 0.12, span: 700, sharp: false }, `${seed}/edge`);
  const colour = darken(palette.near, 0.35);
  const gap = width * random.between(0.3, 0.7);
  const opening = width * random.between(0.12, 0.25);
  const grows = (x: number): boolean => Math.abs(x - gap) > opening;
  sheet.add(path(conifers(random, width, groundOf(edge), height * 0.25, 4.5, grows), colour));
}
