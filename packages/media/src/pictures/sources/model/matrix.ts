import type { Node, Skin } from '@gltf-transform/core';

/** A 4 x 4 matrix in column-major order. */
export type Matrix = readonly number[];

/** Returns the product of two matrices; it applies `b` first, then `a`. */
export function multiply(a: Matrix, b: Matrix): Matrix {
  const product: number[] = [];
  for (let column = 0; column < 4; column += 1) {
    for (let row = 0; row < 4; row += 1) {
      let sum = 0;
      for (let k = 0; k < 4; k += 1) sum += (a[k * 4 + row] ?? 0) * (b[column * 4 + k] ?? 0);
      product.push(sum);
    }
  }
  return product;
}

/** Transforms points in place; `place` returns the matrix of each vertex. */
export function transformPoints(points: Float32Array, place: (vertex: number) => Matrix): void {
  for (let vertex = 0; vertex * 3 < points.length; vertex += 1) {
    const m = place(vertex);
    const x = points[vertex * 3] ?? 0;
    const y = points[vertex * 3 + 1] ?? 0;
    const z = points[vertex * 3 + 2] ?? 0;
    for (let row = 0; row < 3; row += 1) {
      points[vertex * 3 + row] = (m[row] ?? 0) * x + (m[4 + row] ?? 0) * y + (m[8 + row] ?? 0) * z + (m[12 + row] ?? 0);
    }
  }
}

/**
 * Transforms normals in place by the cofactors of the matrix, so that they stay perpendicular to stretched surfaces.
 */
export function transformNormals(normals: Float32Array, place: (vertex: number) => Matrix): void {
  let last: Matrix | undefined;
  let c: readonly number[] = [];
  for (let vertex = 0; vertex * 3 < normals.length; vertex += 1) {
    const m = place(vertex);
    if (m !== last) c = cofactors(m);
    last = m;
    const x = normals[vertex * 3] ?? 0;
    const y = normals[vertex * 3 + 1] ?? 0;
    const z = normals[vertex * 3 + 2] ?? 0;
    for (let row = 0; row < 3; row += 1) {
      normals[vertex * 3 + row] = (c[row] ?? 0) * x + (c[3 + row] ?? 0) * y + (c[6 + row] ?? 0) * z;
    }
  }
}

function cofactors(m: Matrix): readonly number[] {
  const at = (column: number, row: number) => m[(column % 3) * 4 + (row % 3)] ?? 0;
  const result: number[] = [];
  for (let column = 0; column < 3; column += 1) {
    for (let row = 0; row < 3; row += 1) {
      result.push(
        at(column + 1, row + 1) * at(column + 2, row + 2) - at(column + 1, row + 2) * at(column + 2, row + 1),
      );
    }
  }
  return result;
}

/** Returns the matrix of each vertex of a skinned mesh: the weighted mean of its bones' matrices. */
export function skinMatrices(
  skin: Skin,
  worlds: ReadonlyMap<Node, Matrix>,
  { joints, weights }: { joints: Float32Array | undefined; weights: Float32Array },
): (vertex: number) => Matrix {
  const inverse = skin.getInverseBindMatrices();
  const bones = skin.listJoints().map((joint, index) => {
    const world = worlds.get(joint) ?? joint.getMatrix();
    const bind: number[] = [];
    if (inverse === null || index >= inverse.getCount()) return world;
    inverse.getElement(index, bind);
    return multiply(world, bind);
  });
  return (vertex) => {
    const mean = new Array<number>(16).fill(0);
    for (let k = vertex * 4; k < vertex * 4 + 4; k += 1) {
      const bone = bones[joints?.[k] ?? -1];
      const weight = weights[k] ?? 0;
      if (bone === undefined || weight === 0) continue;
      for (let at = 0; at < 16; at += 1) mean[at] = (mean[at] ?? 0) + (bone[at] ?? 0) * weight;
    }
    return mean;
  };
}
