/** A point or a direction in space. */
export type Vector = readonly [x: number, y: number, z: number];

/** A body of triangles: the corners of each, counter-clockwise seen from outside. */
export type Solid = readonly (readonly [Vector, Vector, Vector])[];

/** Turns a profile (radius, height, radius, height …, from below to above) around the y axis. */
export function lathe(profile: readonly number[], segments: number): Solid {
  const at = (ring: number, segment: number): Vector => {
    const [radius, angle] = [profile[ring * 2] ?? 0, (segment / segments) * Math.PI * 2];
    return [Math.cos(angle) * radius, profile[ring * 2 + 1] ?? 0, Math.sin(angle) * radius];
  };
  return squares(profile.length / 2 - 1, segments, at).filter(([a, b, c]) => normalOf([a, b, c])[3] > 1e-9);
}

/** A landscape over a square, z pointing up as in files for printers: heights of `size` by `size` points, `height(u, v)` for u and v from 0 to 1. */
export const terrain = (size: number, height: (u: number, v: number) => number): Solid =>
  squares(size - 1, size - 1, (row, column) => {
    const [u, v] = [column / (size - 1), row / (size - 1)];
    return [u - 0.5, 0.5 - v, height(u, v)];
  });

/** Two triangles for each square of a grid of points. */
function squares(
  rows: number,
  columns: number,
  at: (row: number, column: number) => Vector,
): [Vector, Vector, Vector][] {
  const faces: [Vector, Vector, Vector][] = [];
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [a, b, c, d] = [at(row, column), at(row, column + 1), at(row + 1, column + 1), at(row + 1, column)];
      faces.push([a, c, b], [a, d, c]);
    }
  return faces;
}

/** The direction that a triangle looks in, of length 1, and twice its area. */
export function normalOf([a, b, c]: Solid[number]): readonly [...direction: Vector, area: number] {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const area = Math.hypot(x, y, z);
  return area === 0 ? [0, 1, 0, 0] : [x / area, y / area, z / area, area];
}
