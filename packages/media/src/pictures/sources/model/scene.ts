import { CannotMake } from '../../../derived/cannot-make.ts';

/** More triangles would exceed the memory and the timeout of a render process. */
export const MAX_TRIANGLES = 3_000_000;

/** Triangles that share a material, in world coordinates. Untrusted. */
export interface Surface {
  /** x, y and z of each vertex. */
  readonly positions: Float32Array;
  /** Three vertex indices per triangle. */
  readonly corners: Uint32Array;
  /** One normal per vertex, of any length; computed from the triangles if absent. */
  readonly normals?: Float32Array;
  /** Texture coordinates u and v of each vertex. */
  readonly uvs?: Float32Array;
  /** Red, green, blue and alpha of each vertex in linear light; multiplied by the material's. */
  readonly colours?: Float32Array;
  readonly material: Material;
}

export interface Material {
  /** Red, green, blue and alpha in linear light, 0 to 1. */
  readonly colour: readonly [number, number, number, number];
  readonly texture?: Texture;
  /** Parts with less alpha than this are not drawn; 0 draws all. */
  readonly cutoff: number;
  /** True if alpha makes the surface translucent. */
  readonly isSheer: boolean;
  /** True if the colour is shown unchanged, without lighting. */
  readonly isUnlit: boolean;
  /** Strength of mirror-like reflection, 0 to 1. */
  readonly gloss: number;
}

export type Wrapping = 'repeat' | 'mirror' | 'clamp';

export interface Texture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha in sRGB, row by row from the top left. */
  readonly pixels: Uint8Array;
  readonly wrapU: Wrapping;
  readonly wrapV: Wrapping;
}

export interface Scene {
  readonly surfaces: readonly Surface[];
  readonly up: 'y' | 'z';
}

/** Material for formats without materials: a light grey with a hint of warmth. */
export const CLAY: Material = {
  colour: [0.64, 0.63, 0.61, 1],
  cutoff: 0,
  isSheer: false,
  isUnlit: false,
  gloss: 0.12,
};

/** Throws CannotMake if a file declares or contains more triangles than can be drawn. */
export function boundTriangles(count: number): void {
  if (!(count <= MAX_TRIANGLES)) throw new CannotMake('too_large', `${count} triangles`);
}
