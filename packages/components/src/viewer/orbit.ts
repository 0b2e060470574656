/** Where a model is seen from: angles in radians, distance in radii of the model. */
export interface Orbit {
  readonly around: number;
  readonly above: number;
  readonly distance: number;
}

/** The first view: from the front, slightly from the side and from above. */
export const FIRST_ORBIT: Orbit = { around: 0.6, above: 0.35, distance: 2.6 };

/** Just below the pole, from which no direction is up. */
const MAX_ABOVE = Math.PI / 2 - 0.01;
const MIN_DISTANCE = 0.4;
export const MAX_DISTANCE = 10;

/** Moves the eye around the model, by angles in radians. */
export function turnOrbit({ around, above, distance }: Orbit, by: { around: number; above: number }): Orbit {
  return {
    around: (around + by.around) % (2 * Math.PI),
    above: Math.min(MAX_ABOVE, Math.max(-MAX_ABOVE, above + by.above)),
    distance,
  };
}

/** Moves the eye nearer by a factor above 1, and away by one below 1. */
export function approachOrbit(orbit: Orbit, factor: number): Orbit {
  return { ...orbit, distance: Math.min(MAX_DISTANCE, Math.max(MIN_DISTANCE, orbit.distance / factor)) };
}

/** Returns the place of the eye for a model of radius 1 around the origin; y points up. */
export function eyeOf({ around, above, distance }: Orbit): { x: number; y: number; z: number } {
  const level = distance * Math.cos(above);
  return { x: level * Math.sin(around), y: distance * Math.sin(above), z: level * Math.cos(around) };
}
