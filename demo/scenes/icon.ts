import { createSheet } from '../drawing/sheet.ts';
import { INKS } from './logo.ts';
import type { Drawing, Frame } from './scene.ts';

/** Signs for maps and trails on a grid of 24 units, drawn as lines. */
const SIGNS: Readonly<Record<string, string>> = {
  summit: 'M3 19L9.5 7L13 13L15 10L21 19ZM9.5 7L8 9.6L10.9 9.4',
  lake: 'M3 14q3-2 6 0t6 0t6 0M3 18q3-2 6 0t6 0t6 0M7 10a5 5 0 0 1 10 0',
  tent: 'M3 19L12 5L21 19ZM12 5V19M9 19L12 13L15 19',
  boat: 'M4 15H20L17.5 19H6.5ZM12 15V4L18 12H12M12 6L7 12H12',
  cabin: 'M4 20V11L12 4L20 11V20ZM9.5 20V14H14.5V20M16 7.5V4.5',
  compass: 'M12 3A9 9 0 1 0 12 21A9 9 0 1 0 12 3ZM15.5 8.5L13.5 13.5L8.5 15.5L10.5 10.5Z',
  sun: 'M12 8A4 4 0 1 0 12 16A4 4 0 1 0 12 8ZM12 2.5V5M12 19V21.5M2.5 12H5M19 12H21.5M5.3 5.3L7 7M17 17L18.7 18.7M18.7 5.3L17 7M7 17L5.3 18.7',
  moon: 'M19 14.5A8 8 0 1 1 10 4.5A6.4 6.4 0 0 0 19 14.5ZM16 4V7M14.5 5.5H17.5',
  tree: 'M12 3L17 9H14.5L18.5 14H15.5L20 19H4L8.5 14H5.5L9.5 9H7ZM12 19V22',
  mug: 'M5 8H16V16A3 3 0 0 1 13 19H8A3 3 0 0 1 5 16ZM16 10H18A2.5 2.5 0 0 1 18 15H16M8.5 5.5V3M12 5.5V3',
  lantern: 'M8 8H16L17 18H7ZM9 8L10.5 5H13.5L15 8M6 21H18M12 11.5C13.6 13.2 13.6 16 12 16C10.4 16 10.4 13.2 12 11.5Z',
  pin: 'M12 21.5C7 16 5 13 5 9.8A7 7 0 0 1 19 9.8C19 13 17 16 12 21.5ZM12 7.2A2.6 2.6 0 1 0 12 12.4A2.6 2.6 0 1 0 12 7.2Z',
  bus: 'M5 5H19V17H5ZM5 11H19M8 14.2H8.1M16 14.2H16.1M7.5 17V19.5M16.5 17V19.5M12 5V11',
  camera: 'M4 8H8L9.5 5.5H14.5L16 8H20V18.5H4ZM12 9.6A3.4 3.4 0 1 0 12 16.4A3.4 3.4 0 1 0 12 9.6Z',
};

/** The names of all signs. */
export const SIGN_NAMES = Object.keys(SIGNS);

const GROUNDS = [INKS.fir, INKS.night, INKS.rust, '#2f6f7e', '#6b4a7a', '#8a6a2f'] as const;

/** A sign on a rounded tile; the variant is its name. */
export function icon({ width, height, random, variant }: Frame): Drawing {
  const sheet = createSheet(width, height);
  const edge = Math.min(width, height);
  const scale = (edge * 0.62) / 24;
  const ground = random.pick(GROUNDS);
  sheet.add(
    `<rect x="${edge * 0.04}" y="${edge * 0.04}" width="${edge * 0.92}" height="${edge * 0.92}" rx="${edge * 0.2}" fill="${ground}"/>`,
  );
  sheet.add(
    `<path d="${SIGNS[variant] ?? ''}" transform="translate(${edge * 0.19} ${edge * 0.19}) scale(${scale})" fill="none" stroke="${INKS.paper}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>`,
  );
  return {
    backdrop: {
      stops: [
        [0, INKS.paper],
        [1, INKS.paper],
      ],
    },
    sheet,
    grain: 0,
    vignette: 0,
  };
}
