import type { Surface } from './scene.ts';

/** Beyond this, products of coordinates exceed the range of numbers. */
const FARTHEST = 1e30;

/**
 * Returns the surface with only those triangles that can be drawn: whose vertices exist and have finite coordinates.
 */
export function soundTriangles(surface: Surface): Surface {
  const { positions, corners } = surface;
  const vertices = Math.floor(positions.length / 3);
  const kept = new Uint32Array(corners.length - (corners.length % 3));
  let length = 0;
  const isSomewhere = (vertex: number) => {
    if (vertex >= vertices) return false;
    for (let at = vertex * 3; at < vertex * 3 + 3; at += 1) {
      if (!(Math.abs(positions[at] ?? Number.NaN) < FARTHEST)) return false;
    }
    return true;
  };
  for (let at = 0; at < kept.length; at += 3) {
    const a = corners[at] ?? 0;
    const b = corners[at + 1] ?? 0;
    const c = corners[at + 2] ?? 0;
    if (a === b || b === c || c === a || !isSomewhere(a) || !isSomewhere(b) || !isSomewhere(c)) continue;
    kept[length] = a;
    kept[length + 1] = b;
    kept[length + 2] = c;
    length += 3;
  }
  return { ...surface, corners: kept.subarray(0, length) };
}
