import { lettering, textWidth } from '../drawing/lettering.ts';
import { circle, createSheet, path, rect, type Sheet, stroke } from '../drawing/sheet.ts';
import { peaks } from '../products/tableware.ts';
import type { Drawing, Frame } from './scene.ts';

/** The brand's inks. */
export const INKS = { fir: '#1f4a42', sun: '#e8a33d', paper: '#f7f0e2', night: '#14213a', rust: '#b9512f' } as const;

/** The brand's marks, without a background unless they are for dark grounds. Variants: `mark`, `wordmark`, `stacked`, `badge`, `goods`, each optionally with ` light` for dark grounds. */
export function logo(frame: Frame): Drawing {
  const { width, height, variant } = frame;
  const [form = 'mark', ground = ''] = variant.split(' ');
  const sheet = createSheet(width, height);
  const isOnDark = ground === 'light';
  const paper = isOnDark ? INKS.fir : INKS.paper;
  if (isOnDark && form !== 'badge') sheet.add(rect(0, 0, width, height, paper));
  const ink = isOnDark ? INKS.paper : INKS.fir;
  if (form === 'mark') drawMark(sheet, width / 2, height / 2, Math.min(width, height) * 0.4, ink);
  if (form === 'wordmark') drawWordmark(sheet, width, height, ink);
  if (form === 'stacked' || form === 'goods')
    drawStacked(sheet, width, height, ink, form === 'goods' ? 'WERKSTATT' : 'REGION · DESIGN');
  if (form === 'badge') drawBadge(sheet, width, height, isOnDark);
  return {
    backdrop: {
      stops: [
        [0, paper],
        [1, paper],
      ],
    },
    sheet,
    grain: 0,
    vignette: 0,
  };
}

/** Two summits before the sun in a ring. */
function drawMark(sheet: Sheet, x: number, y: number, radius: number, ink: string): void {
  const clip = sheet.define(
    (id) => `<clipPath id="${id}"><circle cx="${x}" cy="${y}" r="${radius * 0.88}"/></clipPath>`,
  );
  const at = (dx: number, dy: number): string => `${Math.round(x + dx * radius)} ${Math.round(y + dy * radius)}`;
  sheet.add(
    `<g clip-path="url(${clip})">${circle(x + radius * 0.3, y - radius * 0.28, radius * 0.26, INKS.sun)}${path(`M${at(-1, 0.6)}L${at(-0.26, -0.46)}L${at(0.06, 0.02)}L${at(0.3, -0.26)}L${at(1, 0.6)}V${Math.round(y + radius)}H${Math.round(x - radius)}Z`, ink)}${stroke(`M${at(-1, 0.66)}Q${at(-0.5, 0.5)} ${at(0, 0.66)}T${at(1, 0.66)}M${at(-1, 0.8)}Q${at(-0.5, 0.64)} ${at(0, 0.8)}T${at(1, 0.8)}`, INKS.sun, radius * 0.035)}</g>`,
  );
  sheet.add(circle(x, y, radius * 0.95, 'none', `stroke="${ink}" stroke-width="${radius * 0.07}"`));
}

function drawWordmark(sheet: Sheet, width: number, height: number, ink: string): void {
  const size = Math.min(height * 0.4, width * 0.085);
  const wide = textWidth('VELMARA', size, 0.42);
  drawMark(sheet, width / 2 - wide / 2 - size * 0.6, height / 2, size * 0.95, ink);
  sheet.add(lettering('VELMARA', width / 2 + size * 0.85, height / 2 - size / 2, size, ink, 0.16, 0.42));
}

function drawStacked(sheet: Sheet, width: number, height: number, ink: string, line: string): void {
  const size = Math.min(height * 0.15, width * 0.1);
  drawMark(sheet, width / 2, height * 0.36, size * 1.75, ink);
  sheet.add(lettering('VELMARA', width / 2, height * 0.66, size, ink, 0.16, 0.42));
  sheet.add(lettering(line, width / 2, height * 0.66 + size * 1.6, size * 0.36, INKS.sun, 0.15, 0.7));
}

function drawBadge(sheet: Sheet, width: number, height: number, isLight: boolean): void {
  const radius = Math.min(width, height) * 0.42;
  const [x, y] = [width / 2, height / 2];
  const ground = isLight ? INKS.rust : INKS.night;
  sheet.add(
    circle(x, y, radius, ground) +
      circle(x, y, radius * 0.93, 'none', `stroke="${INKS.sun}" stroke-width="${radius * 0.02}"`),
  );
  sheet.add(peaks(x, y - radius * 0.2, radius * 0.5, INKS.paper));
  sheet.add(
    rect(x - radius * 1.06, y + radius * 0.14, radius * 2.12, radius * 0.36, INKS.sun, `rx="${radius * 0.05}"`),
  );
  sheet.add(lettering('VELMARA', x, y + radius * 0.235, radius * 0.18, ground, 0.18, 0.4));
  sheet.add(lettering('1911', x, y + radius * 0.64, radius * 0.13, INKS.paper, 0.15, 0.5));
}
