/** Unit vectors towards the lamp and half-way between lamp and viewer, in the viewer's coordinates. */
const LAMP = unit(-0.42, 0.72, 0.62);
const MIRROR = unit(LAMP[0], LAMP[1], LAMP[2] + 1);
const SHARPNESS = 24;

/**
 * Lights a colour in place: a large soft lamp at the upper left, light from the sky, and some from the floor. `isOpen`
 * is the share of surrounding light that arrives, 0 to 1. Surfaces that turn away from the viewer are slightly darker,
 * so that white objects stand out from the white background.
 */
export function lightOn(colour: Float32Array, x: number, y: number, z: number, isOpen: number, gloss: number): void {
  const facing = x * LAMP[0] + y * LAMP[1] + z * LAMP[2];
  const soft = Math.max(0, (facing + 0.3) / 1.3);
  const sky = 0.5 + 0.5 * y;
  const rim = 0.78 + 0.22 * Math.max(0, z);
  const diffuse = ((0.2 + 0.26 * sky) * isOpen + 0.56 * soft * (0.4 + 0.6 * isOpen)) * rim;
  const mirrored = Math.max(0, x * MIRROR[0] + y * MIRROR[1] + z * MIRROR[2]);
  const shine = gloss * 0.5 * mirrored ** SHARPNESS * isOpen;
  for (let channel = 0; channel < 3; channel += 1) colour[channel] = (colour[channel] ?? 0) * diffuse + shine;
}

function unit(x: number, y: number, z: number): readonly [number, number, number] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
