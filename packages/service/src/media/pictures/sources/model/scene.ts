import { CannotRender } from '../../renderer.ts';

/** More would neither fit into a render process nor be drawn in its time. */
export const MAX_TRIANGLES = 3_000_000;

/** Triangles that share a material, in the world of the model. Nothing in it may be trusted. */
export interface Surface {
  /** x, y, z of each vertex. */
  readonly positions: Float32Array;
  /** Three vertices for each triangle. */
  readonly corners: Uint32Array;
  /** One for each vertex, of any length; made from the triangles where absent. */
  readonly normals?: Float32Array;
  /** u, v of each vertex, for the texture. */
  readonly uvs?: Float32Array;
  /** Red, green, blue, alpha of each vertex in linear light; multiplied with the material's. */
  readonly colours?: Float32Array;
  readonly material: Material;
}

export interface Material {
  /** Red, green, blue, alpha in linear light, 0 to 1. */
  readonly colour: readonly [number, number, number, number];
  readonly texture?: Texture;
  /** Parts with less alpha are left out; 0 leaves none out. */
  readonly cutoff: number;
  /** True where alpha lets through what is behind. */
  readonly isSheer: boolean;
  /** True where the colour is shown as it is, without light. */
  readonly isUnlit: boolean;
  /** How much light it throws back like a mirror, 0 to 1. */
  readonly gloss: number;
}

export type Wrapping = 'repeat' | 'mirror' | 'clamp';

export interface Texture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha in sRGB, from the top left. */
  readonly pixels: Uint8Array;
  readonly wrapU: Wrapping;
  readonly wrapV: Wrapping;
}

/** A model as its file tells it. */
export interface Scene {
  readonly surfaces: readonly Surface[];
  readonly up: 'y' | 'z';
}

/** What formats without materials are made of: a light grey with a hint of warmth. */
export const CLAY: Material = {
  colour: [0.64, 0.63, 0.61, 1],
  cutoff: 0,
  isSheer: false,
  isUnlit: false,
  gloss: 0.12,
};

/** Throws where a file announces or holds more triangles than can be drawn. */
export function boundTriangles(count: number): void {
  if (!(count <= MAX_TRIANGLES)) throw new CannotRender('too_large', `${count} triangles`);
}
