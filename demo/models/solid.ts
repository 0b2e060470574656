/** A point or a direction in space; y points up. */
export type Vector = readonly [x: number, y: number, z: number];

/** A body of triangles with shared corners. */
export interface Solid {
  readonly corners: readonly Vector[];
  /** Three indices each, counter-clockwise seen from outside. */
  readonly faces: readonly (readonly [number, number, number])[];
}

/** Turns a profile (radius and height, from below to above) around the y axis; where the radius is 0 it closes to a tip. */
export function lathe(profile: readonly (readonly [radius: number, height: number])[], segments: number): Solid {
  const corners: Vector[] = [];
  for (const [radius, height] of profile) {
    for (let segment = 0; segment < segments; segment += 1) {
      const angle = (segment / segments) * Math.PI * 2;
      corners.push([Math.cos(angle) * radius, height, Math.sin(angle) * radius]);
    }
  }
  const faces: (readonly [number, number, number])[] = [];
  for (let ring = 0; ring + 1 < profile.length; ring += 1) {
    for (let segment = 0; segment < segments; segment += 1) {
      const next = (segment + 1) % segments;
      const [a, b, c, d] = [
        ring * segments + segment,
        ring * segments + next,
        (ring + 1) * segments + next,
        (ring + 1) * segments + segment,
      ];
      if (profile[ring]?.[0] !== 0) faces.push([a, c, b]);
      if (profile[ring + 1]?.[0] !== 0) faces.push([a, d, c]);
    }
  }
  return { corners, faces };
}

/** A landscape over a square: heights of `size` by `size` points, `height(u, v)` for u and v from 0 to 1. */
export function terrain(size: number, height: (u: number, v: number) => number): Solid {
  const corners: Vector[] = [];
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const [u, v] = [column / (size - 1), row / (size - 1)];
      corners.push([u - 0.5, height(u, v), v - 0.5]);
    }
  }
  const faces: (readonly [number, number, number])[] = [];
  for (let row = 0; row + 1 < size; row += 1) {
    for (let column = 0; column + 1 < size; column += 1) {
      const a = row * size + column;
      faces.push([a, a + size, a + 1], [a + 1, a + size, a + size + 1]);
    }
  }
  return { corners, faces };
}

/** The direction that a face looks in, of length 1. */
export function normalOf({ corners }: Solid, [i, j, k]: readonly [number, number, number]): Vector {
  const [a, b, c] = [corners[i] ?? [0, 0, 0], corners[j] ?? [0, 0, 0], corners[k] ?? [0, 0, 0]];
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const normal: Vector = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(...normal) || 1;
  return [normal[0] / length, normal[1] / length, normal[2] / length];
}
