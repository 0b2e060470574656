/** Edges sharper than this angle are not smoothed. */
const CREASE_COSINE = Math.cos((38 * Math.PI) / 180);
/**
 * With more triangles than this, each is so small that the surface looks smooth anyway, and welding them would take too
 * long.
 */
const MAX_WELDED = 400_000;
/** Maximum number of neighbouring triangles considered for a corner; the hub of a fan has thousands. */
const MAX_NEIGHBOURS = 48;

/** Returns the normal of each triangle; its length is twice the triangle's area. */
export function triangleNormals(positions: Float32Array, corners: Uint32Array): Float32Array {
  const normals = new Float32Array(corners.length);
  for (let at = 0; at < corners.length; at += 3) {
    const a = (corners[at] ?? 0) * 3;
    const b = (corners[at + 1] ?? 0) * 3;
    const c = (corners[at + 2] ?? 0) * 3;
    const ax = positions[a] ?? 0;
    const ay = positions[a + 1] ?? 0;
    const az = positions[a + 2] ?? 0;
    const ux = (positions[b] ?? 0) - ax;
    const uy = (positions[b + 1] ?? 0) - ay;
    const uz = (positions[b + 2] ?? 0) - az;
    const vx = (positions[c] ?? 0) - ax;
    const vy = (positions[c + 1] ?? 0) - ay;
    const vz = (positions[c + 2] ?? 0) - az;
    normals[at] = uy * vz - uz * vy;
    normals[at + 1] = uz * vx - ux * vz;
    normals[at + 2] = ux * vy - uy * vx;
  }
  return normals;
}

/**
 * Computes the normal of each corner for surfaces without normals: smooth where neighbouring triangles lie nearly in one
 * plane, sharp elsewhere. `own` are the normals of the triangles. Undefined if there are so many triangles that each may be
 * flat.
 */
export function roundedNormals(
  positions: Float32Array,
  corners: Uint32Array,
  own: Float32Array,
): Float32Array | undefined {
  if (corners.length / 3 > MAX_WELDED) return undefined;
  const lengths = new Float32Array(corners.length / 3);
  for (let triangle = 0; triangle < lengths.length; triangle += 1) {
    lengths[triangle] =
      Math.hypot(own[triangle * 3] ?? 0, own[triangle * 3 + 1] ?? 0, own[triangle * 3 + 2] ?? 0) || 1e-30;
  }
  const { first, around, places } = neighbours(positions, corners);
  const normals = new Float32Array(corners.length * 3);
  for (let corner = 0; corner < corners.length; corner += 1) {
    const triangle = Math.floor(corner / 3);
    const x = own[triangle * 3] ?? 0;
    const y = own[triangle * 3 + 1] ?? 0;
    const z = own[triangle * 3 + 2] ?? 0;
    const place = places[corner] ?? 0;
    const start = first[place] ?? 0;
    const end = Math.min(first[place + 1] ?? 0, start + MAX_NEIGHBOURS);
    let sumX = x;
    let sumY = y;
    let sumZ = z;
    for (let at = start; at < end; at += 1) {
      const other = around[at] ?? 0;
      if (other === triangle) continue;
      const ox = own[other * 3] ?? 0;
      const oy = own[other * 3 + 1] ?? 0;
      const oz = own[other * 3 + 2] ?? 0;
      if (x * ox + y * oy + z * oz < CREASE_COSINE * (lengths[triangle] ?? 0) * (lengths[other] ?? 0)) continue;
      sumX += ox;
      sumY += oy;
      sumZ += oz;
    }
    normals[corner * 3] = sumX;
    normals[corner * 3 + 1] = sumY;
    normals[corner * 3 + 2] = sumZ;
  }
  return normals;
}

/** Groups the triangles around each point; corners with the same coordinates share a point. */
function neighbours(positions: Float32Array, corners: Uint32Array) {
  const places = new Uint32Array(corners.length);
  const size = 2 ** Math.ceil(Math.log2(corners.length * 2 + 2));
  const table = new Int32Array(size).fill(-1);
  const bits = new Uint32Array(positions.buffer, positions.byteOffset, positions.length);
  const counts: number[] = [];
  for (let corner = 0; corner < corners.length; corner += 1) {
    const vertex = (corners[corner] ?? 0) * 3;
    const x = bits[vertex] ?? 0;
    const y = bits[vertex + 1] ?? 0;
    const z = bits[vertex + 2] ?? 0;
    let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35);
    hash = (hash ^ (hash >>> 15)) & (size - 1);
    for (let known = table[hash] ?? -1; ; hash = (hash + 1) & (size - 1), known = table[hash] ?? -1) {
      if (known < 0) {
        table[hash] = corner;
        places[corner] = counts.length;
        counts.push(1);
        break;
      }
      const other = (corners[known] ?? 0) * 3;
      if (bits[other] === x && bits[other + 1] === y && bits[other + 2] === z) {
        const place = places[known] ?? 0;
        places[corner] = place;
        counts[place] = (counts[place] ?? 0) + 1;
        break;
      }
    }
  }
  const first = new Uint32Array(counts.length + 1);
  for (const [place, count] of counts.entries()) first[place + 1] = (first[place] ?? 0) + count;
  const next = first.slice();
  const around = new Uint32Array(corners.length);
  for (let corner = 0; corner < corners.length; corner += 1) {
    const place = places[corner] ?? 0;
    around[next[place] ?? 0] = Math.floor(corner / 3);
    next[place] = (next[place] ?? 0) + 1;
  }
  return { first, around, places };
}
