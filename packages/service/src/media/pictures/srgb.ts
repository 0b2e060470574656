/** The curve between linear light and the numbers of sRGB (IEC 61966-2-1), both from 0 to 1. */

/** The number of sRGB for linear light. */
export function encodeSrgb(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** The linear light of a number of sRGB. */
export function decodeSrgb(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
