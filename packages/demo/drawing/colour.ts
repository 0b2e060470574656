/** A colour as `#rrggbb`. */
export type Colour = string;

type Triple = readonly [number, number, number];

/** Returns red, green and blue, each 0 to 255. */
export function channels(colour: Colour): Triple {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Mixes two colours perceptually (in OKLab). `share` 0 returns the first, 1 the second. */
export function mix(first: Colour, second: Colour, share: number): Colour {
  const [l1, a1, b1] = toLab(first);
  const [l2, a2, b2] = toLab(second);
  return fromLab([l1 + (l2 - l1) * share, a1 + (a2 - a1) * share, b1 + (b2 - b1) * share]);
}

/** Returns the colour at `position` (0 to 1) of an even gradient through all colours. */
export function along(colours: readonly Colour[], position: number): Colour {
  const scaled = Math.max(0, Math.min(1, position)) * (colours.length - 1);
  const index = Math.min(Math.floor(scaled), colours.length - 2);
  return mix(colours[index] ?? '#000000', colours[index + 1] ?? colours[0] ?? '#000000', scaled - index);
}

/** Mixes a colour with white by `share`, 0 to 1. */
export const lighten = (colour: Colour, share: number): Colour => mix(colour, '#ffffff', share);

/** Mixes a colour with a deep blue-black by `share`, 0 to 1, because pure black looks dead in a picture. */
export const darken = (colour: Colour, share: number): Colour => mix(colour, '#0b1020', share);

function toLab(colour: Colour): Triple {
  const [r, g, b] = channels(colour).map((value) => toLinear(value / 255)) as unknown as Triple;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromLab([lightness, a, b]: Triple): Colour {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return hex(
    toByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toByte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  );
}

function hex(red: number, green: number, blue: number): Colour {
  return `#${((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1)}`;
}

const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

function toByte(linear: number): number {
  const value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.max(0, Math.min(255, Math.round(value * 255)));
}
