import { darken, lighten, mix } from '../drawing/colour.ts';
import { lettering } from '../drawing/lettering.ts';
import { createSheet, type Sheet } from '../drawing/sheet.ts';
import { peaks } from '../products/tableware.ts';
import { drawBauhaus, drawRays, drawTown } from './poster-graphic.ts';
import { drawCoast, drawLake, drawMoon, drawSummit } from './poster-nature.ts';
import type { Drawing, Frame } from './scene.ts';

/** All motifs by name. The frame they get ends where the picture of the poster does. */
const MOTIFS: Readonly<Record<string, (sheet: Sheet, frame: Frame) => void>> = {
  summit: drawSummit,
  lake: drawLake,
  coast: drawCoast,
  town: drawTown,
  moon: drawMoon,
  rays: drawRays,
  bauhaus: drawBauhaus,
};

/** Travel posters in flat inks. The variant is `motif TITLE`, motif one of `summit`, `lake`, `coast`, `town`, `moon`, `rays`, `bauhaus`. */
export function poster(frame: Frame): Drawing {
  const { width, height, palette } = frame;
  const [motif = 'summit', ...words] = frame.variant.split(' ');
  const title = words.join(' ');
  const sheet = createSheet(width, height);
  const paper = mix(lighten(palette.haze, 0.7), '#f7eedd', 0.7);
  const margin = width * 0.06;
  const inside = { left: margin, top: margin, width: width - margin * 2, height: height * 0.76 };
  const clip = sheet.define(
    (id) =>
      `<clipPath id="${id}"><rect x="${inside.left}" y="${inside.top}" width="${inside.width}" height="${inside.height}" rx="${width * 0.012}"/></clipPath>`,
  );
  const art = createSheet(width, height);
  (MOTIFS[motif] ?? drawSummit)(art, { ...frame, height: inside.top + inside.height });
  const markup = art
    .svg(width, height)
    .replace(/^<svg[^>]*>/, '')
    .replace(/<\/svg>$/, '')
    .replaceAll('id="d', 'id="a')
    .replaceAll('url(#d', 'url(#a');
  sheet.add(`<g clip-path="url(${clip})">${markup}</g>`);
  const size = Math.min(height * 0.066, (width * 0.8) / (title.length * 0.98));
  const base = inside.top + inside.height + height * 0.045;
  const dark = darken(palette.near, 0.15);
  sheet.add(lettering(title, width / 2, base, size, dark, 0.17));
  sheet.add(
    lettering(
      'VELMARA',
      width / 2 + height * 0.02,
      base + size + height * 0.03,
      height * 0.017,
      mix(palette.accent, dark, 0.25),
      0.16,
      0.7,
    ),
  );
  sheet.add(
    peaks(width / 2 - height * 0.118, base + size + height * 0.041, height * 0.016, mix(palette.accent, dark, 0.25)),
  );
  return {
    backdrop: {
      stops: [
        [0, paper],
        [1, darken(paper, 0.05)],
      ],
    },
    sheet,
    grain: 4,
    vignette: 0.1,
  };
}
