/** Where the eye is that looks at a model: angles in radians, distance in radii of the model. */
export interface Orbit {
  readonly around: number;
  readonly above: number;
  readonly distance: number;
}

/** From the front, a little from the side and from above. */
export const FIRST_ORBIT: Orbit = { around: 0.6, above: 0.35, distance: 2.6 };

/** At the poles, up would be undefined. */
const HIGHEST = Math.PI / 2 - 0.01;
const NEAREST = 0.4;
const FARTHEST = 10;

/** Moves the eye around the model, by angles in radians. */
export function turnOrbit({ around, above, distance }: Orbit, by: { around: number; above: number }): Orbit {
  return {
    around: (around + by.around) % (2 * Math.PI),
    above: Math.min(HIGHEST, Math.max(-HIGHEST, above + by.above)),
    distance,
  };
}

/** Moves the eye nearer by a factor above 1, and away by one below. */
export function approachOrbit(orbit: Orbit, factor: number): Orbit {
  return { ...orbit, distance: Math.min(FARTHEST, Math.max(NEAREST, orbit.distance / factor)) };
}

/** Returns the place of the eye for a model of radius 1 around the origin; y points up. */
export function eyeOf({ around, above, distance }: Orbit): { x: number; y: number; z: number } {
  const level = distance * Math.cos(above);
  return { x: level * Math.sin(around), y: distance * Math.sin(above), z: level * Math.cos(around) };
}
