import { circle, path, rect, type Sheet, short, stroke } from '../drawing/sheet.ts';
import { lettering, textWidth } from './lettering.ts';
import type { Drawing, Frame } from './scene.ts';

/** The brand's inks. */
export const INKS = { fir: '#1f4a42', sun: '#e8a33d', paper: '#f7f0e2', night: '#14213a', rust: '#b9512f' } as const;

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

const GROUNDS = [INKS.fir, INKS.night, INKS.rust, '#2f6f7e', '#6b4a7a', '#8a6a2f'] as const;

/** A sign on a rounded tile; the variant is its name. */
export function icon({ sheet, width, random, variant }: Frame): Drawing {
  sheet.add(rect(width * 0.04, width * 0.04, width * 0.92, width * 0.92, random.pick(GROUNDS), `rx="${width * 0.2}"`));
  const place = `transform="translate(${width * 0.19} ${width * 0.19}) scale(${(width * 0.62) / 24})"`;
  sheet.add(stroke(SIGNS[variant] ?? '', INKS.paper, 1.5, place));
  return { grain: 0, vignette: 0 };
}

/** The brand's logos. Variants: `mark`, `wordmark`, `stacked`, `badge`, each optionally with ` light` for dark grounds. */
export function logo({ sheet, width, height, variant }: Frame): Drawing {
  const [form = 'mark', ground = ''] = variant.split(' ');
  const [x, y] = [width / 2, height / 2];
  const ink = ground === 'light' ? INKS.paper : INKS.fir;
  if (ground === 'light' && form !== 'badge') sheet.add(rect(0, 0, width, height, INKS.fir));
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
  if (form === 'badge') drawBadge(sheet, x, y, width * 0.42, ground === 'light' ? INKS.rust : INKS.night);
  return { grain: 0, vignette: 0 };
}

/** Two summits before the sun in a ring. */
function drawMark(sheet: Sheet, x: number, y: number, radius: number, ink: string): void {
  const clip = sheet.define((id) => `<clipPath id="${id}"><circle r="0.88"/></clipPath>`);
  const waves = 'M-1 .66Q-.5 .5 0 .66T1 .66M-1 .8Q-.5 .64 0 .8T1 .8';
  sheet.add(
    `<g transform="translate(${short(x)} ${short(y)}) scale(${short(radius)})"><g clip-path="${clip}"><circle cx=".3" cy="-.28" r=".26" fill="${INKS.sun}"/><path d="M-1 .6L-.26 -.46L.06 .02L.3 -.26L1 .6V1H-1Z" fill="${ink}"/><path d="${waves}" fill="none" stroke="${INKS.sun}" stroke-width=".035"/></g><circle r=".95" fill="none" stroke="${ink}" stroke-width=".07"/></g>`,
  );
}

function drawBadge(sheet: Sheet, x: number, y: number, radius: number, ground: string): void {
  sheet.add(circle(x, y, radius, ground));
  sheet.add(circle(x, y, radius * 0.93, 'none', `stroke="${INKS.sun}" stroke-width="${radius * 0.02}"`));
  sheet.add(drawPeaks(x, y - radius * 0.2, radius * 0.5, INKS.paper));
  sheet.add(
    rect(x - radius * 1.06, y + radius * 0.14, radius * 2.12, radius * 0.36, INKS.sun, `rx="${radius * 0.05}"`),
  );
  sheet.add(lettering('VELMARA', x, y + radius * 0.235, radius * 0.18, ground, 0.18, 0.4));
  sheet.add(lettering('1911', x, y + radius * 0.64, radius * 0.13, INKS.paper, 0.15, 0.5));
}

/** The small mark: two summits and a sun without a ring. */
export function drawPeaks(x: number, y: number, size: number, colour: string): string {
  const at = (dx: number, dy: number): string => `${short(x + dx * size)} ${short(y + dy * size)}`;
  return (
    path(`M${at(-1, 0.5)}L${at(-0.3, -0.55)}L${at(0.02, -0.08)}L${at(0.24, -0.36)}L${at(1, 0.5)}Z`, colour) +
    circle(x + size * 0.42, y - size * 0.62, size * 0.17, colour)
  );
}
