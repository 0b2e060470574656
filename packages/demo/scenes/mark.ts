import { circle, path, rect, type Sheet, short, stroke } from '../drawing/sheet.ts';
import { lettering, textWidth } from './lettering.ts';
import type { Drawing, Frame } from './scene.ts';

/** The brand's inks. */
export const INKS = { fir: '#1f4a42', sun: '#e8a33d', paper: '#f7f0e2', night: '#14213a', rust: '#b9512f' } as const;

/** Signs for maps and trails, drawn as lines on a grid of 24 units. */
const SIGNS: Readonly<Record<string, string>> = {
  summit: 'M3 19L9.5 7L13 13L15 10L21 19ZM9.5 7L8 9.6L10.9 9.4',
  lake: 'M3 14q3-2 6 0t6 0t6 0M3 18q3-2 6 0t6 0t6 0M7 10a5 5 0 0 1 10 0',
  tent: 'M3 19L12 5L21 19ZM12 5V19M9 19L12 13L15 19',
  boat: 'M4 15H20L17.5 19H6.5ZM12 15V4L18 12H12M12 6L7 12H12',
  cabin: 'M4 20V11L12 4L20 11V20ZM9.5 20V14H14.5V20M16 7.5V4.5',
  tree: 'M12 3L17 9H14.5L18.5 14H15.5L20 19H4L8.5 14H5.5L9.5 9H7ZM12 19V22',
  bus: 'M5 5H19V17H5ZM5 11H19M8 14.2H8.1M16 14.2H16.1M7.5 17V19.5M16.5 17V19.5M12 5V11',
  camera: 'M4 8H8L9.5 5.5H14.5L16 8H20V18.5H4ZM12 9.6A3.4 3.4 0 1 0 12 16.4A3.4 3.4 0 1 0 12 9.6Z',
};

const GROUNDS = [INKS.fir, INKS.night, INKS.rust, '#2f6f7e', '#6b4a7a', '#8a6a2f'] as const;

/** Draws a sign on a rounded tile; the variant is the name of the sign. */
export function icon({ sheet, width, random, variant }: Frame): Drawing {
  sheet.add(rect(width * 0.04, width * 0.04, width * 0.92, width * 0.92, random.pick(GROUNDS), `rx="${width * 0.2}"`));
  const place = `transform="translate(${width * 0.19} ${width * 0.19}) scale(${(width * 0.62) / 24})"`;
  sheet.add(stroke(SIGNS[variant] ?? '', INKS.paper, 1.5, place));
  return { grain: 0, vignette: 0 };
}

/**
 * Draws the brand's logos. Variants: `mark`, `wordmark`, `stacked`, each optionally with ` light` for dark backgrounds.
 */
export function logo({ sheet, width, height, variant }: Frame): Drawing {
  const [form = 'mark', ground = ''] = variant.split(' ');
  const [x, y] = [width / 2, height / 2];
  const ink = ground === 'light' ? INKS.paper : INKS.fir;
  // The mark alone has a round ground, so that it looks the same beside a name.
  if (ground === 'light')
    sheet.add(form === 'mark' ? circle(x, y, width * 0.4, INKS.fir) : rect(0, 0, width, height, INKS.fir));
  if (form === 'mark') drawMark(sheet, x, y, width * 0.4, ink);
  if (form === 'wordmark') {
    const size = height * 0.27;
    drawMark(sheet, x - textWidth('VELMARA', size, 0.42) / 2 - size * 0.6, y, size * 0.95, ink);
    sheet.add(lettering('VELMARA', x + size * 0.85, y - size / 2, size, ink, 0.16, 0.42));
  }
  if (form === 'stacked') {
    const size = width * 0.1;
    drawMark(sheet, x, height * 0.36, size * 1.75, ink);
    sheet.add(lettering('VELMARA', x, height * 0.66, size, ink, 0.16, 0.42));
    sheet.add(lettering('REGION · DESIGN', x, height * 0.66 + size * 1.6, size * 0.36, INKS.sun, 0.15, 0.7));
  }
  return { grain: 0, vignette: 0 };
}

/** Draws two summits in front of the sun, in a ring. */
function drawMark(sheet: Sheet, x: number, y: number, radius: number, ink: string): void {
  const clip = sheet.define((id) => `<clipPath id="${id}"><circle r="0.88"/></clipPath>`);
  const waves = 'M-1 .66Q-.5 .5 0 .66T1 .66M-1 .8Q-.5 .64 0 .8T1 .8';
  sheet.add(
    `<g transform="translate(${short(x)} ${short(y)}) scale(${short(radius)})"><g clip-path="${clip}"><circle cx=".3" cy="-.28" r=".26" fill="${INKS.sun}"/><path d="M-1 .6L-.26 -.46L.06 .02L.3 -.26L1 .6V1H-1Z" fill="${ink}"/><path d="${waves}" fill="none" stroke="${INKS.sun}" stroke-width=".035"/></g><circle r=".95" fill="none" stroke="${ink}" stroke-width=".07"/></g>`,
  );
}

/** Draws the small mark: two summits and a sun without a ring. */
export function drawPeaks(x: number, y: number, size: number, colour: string): string {
  const at = (dx: number, dy: number): string => `${short(x + dx * size)} ${short(y + dy * size)}`;
  return (
    path(`M${at(-1, 0.5)}L${at(-0.3, -0.55)}L${at(0.02, -0.08)}L${at(0.24, -0.36)}L${at(1, 0.5)}Z`, colour) +
    circle(x + size * 0.42, y - size * 0.62, size * 0.17, colour)
  );
}
