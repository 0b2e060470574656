import { darken, lighten, mix } from '../drawing/colour.ts';
import { rect } from '../drawing/sheet.ts';
import { cabin } from './cabin.ts';
import { forest } from './forest.ts';
import { lettering } from './lettering.ts';
import { drawPeaks } from './mark.ts';
import { mountains } from './mountains.ts';
import type { Drawing, Frame, Scene } from './scene.ts';
import { town } from './town.ts';

const MOTIFS: Readonly<Record<string, Scene>> = { cabin, forest, mountains, town };

/** Draws a travel poster: a view above its title on paper. The variant is `scene variant TITLE`. */
export function poster(frame: Frame): Drawing {
  const { sheet, width, height, palette } = frame;
  const [scene = '', variant = '', ...words] = frame.variant.split(' ');
  const title = words.join(' ');
  const paper = mix(lighten(palette.haze, 0.7), '#f7eedd', 0.7);
  const margin = width * 0.06;
  const tall = height * 0.76;
  const picture = rect(0, 0, width - margin * 2, tall, '#000', `rx="${width * 0.012}"`);
  const clip = sheet.define((id) => `<clipPath id="${id}">${picture}</clipPath>`);
  sheet.add(rect(0, 0, width, height, sheet.down(0, height, paper, darken(paper, 0.05))));
  sheet.add(`<g transform="translate(${margin} ${margin})" clip-path="${clip}">`);
  (MOTIFS[scene] ?? mountains)({ ...frame, variant, width: width - margin * 2, height: tall });
  sheet.add('</g>');
  const size = Math.min(height * 0.066, (width * 0.8) / (title.length * 0.98));
  const base = margin + tall + height * 0.045;
  const below = base + size + height * 0.03;
  const red = mix(palette.accent, palette.near, 0.25);
  sheet.add(lettering(title, width / 2, base, size, darken(palette.near, 0.15), 0.17));
  sheet.add(lettering('VELMARA', width * 0.52, below, height * 0.017, red, 0.16, 0.7));
  sheet.add(drawPeaks(width * 0.36, below + height * 0.011, height * 0.016, red));
  return { grain: 4, vignette: 0.1 };
}
