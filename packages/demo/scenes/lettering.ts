import { short } from '../drawing/sheet.ts';

/**
 * Width and strokes of each letter, on a grid ten units high with y downwards. Letters are drawn because a machine may
 * have no fonts.
 */
const LETTERS: Readonly<Record<string, readonly [number, string]>> = {
  A: [8, 'M0 10L4 0L8 10M1.5 6.6H6.5'],
  B: [6.6, 'M0 0V10H4A2.6 2.6 0 0 0 4 4.8H0H3.6A2.4 2.4 0 0 0 3.6 0H0'],
  C: [8.2, 'M8 2.2A5 5 0 1 0 8 7.8'],
  D: [7.6, 'M0 0V10H2.8A5 5 0 0 0 2.8 0Z'],
  E: [5.8, 'M5.8 0H0V10H5.8M0 4.9H5'],
  F: [5.6, 'M5.6 0H0V10M0 4.9H4.8'],
  G: [8.6, 'M8 2.2A5 5 0 1 0 8.6 6V5.4H5.2'],
  H: [7, 'M0 0V10M7 0V10M0 4.9H7'],
  I: [0.2, 'M0 0V10'],
  K: [6.4, 'M0 0V10M6.2 0L0.2 5.8M2.4 3.8L6.4 10'],
  L: [5.4, 'M0 0V10H5.4'],
  M: [8.8, 'M0 10L0.6 0L4.4 7L8.2 0L8.8 10'],
  N: [7.2, 'M0 10V0L7.2 10V0'],
  O: [10, 'M5 0A5 5 0 1 0 5 10A5 5 0 1 0 5 0Z'],
  P: [6.2, 'M0 10V0H3.4A2.8 2.8 0 0 1 3.4 5.6H0'],
  R: [6.6, 'M0 10V0H3.6A2.7 2.7 0 0 1 3.6 5.4H0M3.4 5.4L6.6 10'],
  S: [6.2, 'M5.8 1.6A2.7 2.5 0 0 0 3.1 0A2.6 2.4 0 0 0 3.1 4.8A2.8 2.6 0 0 1 3.1 10A3 2.6 0 0 1 0 8.2'],
  T: [7, 'M0 0H7M3.5 0V10'],
  U: [7.2, 'M0 0V6.4A3.6 3.6 0 0 0 7.2 6.4V0'],
  V: [7.8, 'M0 0L3.9 10L7.8 0'],
  W: [11.4, 'M0 0L2.9 10L5.7 1.6L8.5 10L11.4 0'],
  '·': [0.4, 'M0.2 5V5.2'],
  ' ': [4.4, ''],
};

/** Returns the width of a text in capitals. `spacing` is the gap between letters as a share of the height. */
export function textWidth(text: string, size: number, spacing: number): number {
  return (
    ([...text].reduce((sum, letter) => sum + (LETTERS[letter]?.[0] ?? 0) + spacing * 10, 0) - spacing * 10) *
    (size / 10)
  );
}

/** Draws capitals as strokes. `size` is their height, `y` their upper edge, and `x` the centre of the line. */
export function lettering(
  text: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  weight = 0.13,
  spacing = 0.34,
): string {
  const scale = size / 10;
  let left = x - textWidth(text, size, spacing) / 2;
  let markup = '';
  for (const letter of text) {
    const [width, data] = LETTERS[letter] ?? [0, ''];
    if (data !== '')
      markup += `<path d="${data}" transform="translate(${short(left)} ${short(y)}) scale(${Math.round(scale * 1000) / 1000})"/>`;
    left += (width + spacing * 10) * scale;
  }
  return `<g fill="none" stroke="${colour}" stroke-width="${weight * 10}" stroke-linecap="round" stroke-linejoin="round">${markup}</g>`;
}
