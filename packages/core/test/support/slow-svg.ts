/** A picture that no machine draws within minutes: references multiply elements, each of which fills it with noise. */
export const SLOW_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><filter id="noise"><feTurbulence baseFrequency="0.1" numOctaves="9"/></filter><g id="g0"><rect width="64" height="64" filter="url(#noise)"/></g>${Array.from(
  { length: 12 },
  (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`,
).join('')}</svg>`;
