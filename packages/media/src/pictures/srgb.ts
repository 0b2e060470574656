/** The sRGB transfer function (IEC 61966-2-1). Linear light and sRGB values are both 0 to 1. */

/** Converts linear light to an sRGB value. */
export function encodeSrgb(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** Converts an sRGB value to linear light. */
export function decodeSrgb(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
