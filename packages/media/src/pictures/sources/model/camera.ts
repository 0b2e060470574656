/** Turns a model towards its viewer, so that it fills the picture. */
import { CannotMake } from '../../../derived/cannot-make.ts';
import type { Scene, Surface } from './scene.ts';

/** Viewing angle: from the front, slightly from the right and above. */
const YAW = (-33 * Math.PI) / 180;
const PITCH = (24 * Math.PI) / 180;
/**
 * Distance of the viewer from the model's middle, in units of its radius. Like a long lens, to avoid visible
 * distortion.
 */
export const DISTANCE = 4.2;
/** Share of the picture's side that the model fills. */
const FILL = 0.86;

/** Rotation from directions of the model (y up) to those of the viewer: x right, y up, z towards the viewer. */
const [COS_YAW, SIN_YAW, COS_PITCH, SIN_PITCH] = [Math.cos(YAW), Math.sin(YAW), Math.cos(PITCH), Math.sin(PITCH)];

/** A surface as the viewer sees it. Lengths are in units of the model's radius, with the model's middle at 0. */
export interface SeenSurface extends Surface {
  /** Position of each vertex in the viewer's coordinates. */
  readonly view: Float32Array;
  /** Position of each vertex in the picture, in pixels from the top left. */
  readonly screen: Float32Array;
}

export interface CameraView {
  readonly surfaces: readonly SeenSurface[];
  /** Pixels per unit of length at distance 1. */
  readonly scale: number;
  /** Point of the picture, in pixels, where the line of sight through the model's middle meets it. */
  readonly centre: readonly [number, number];
  /** Height of the floor below the model's middle. */
  readonly floor: number;
}

/** Converts a direction of the model (y up) to one of the viewer. */
export function viewerDirection(x: number, y: number, z: number): [number, number, number] {
  const turnedX = COS_YAW * x + SIN_YAW * z;
  const turnedZ = COS_YAW * z - SIN_YAW * x;
  return [turnedX, COS_PITCH * y - SIN_PITCH * turnedZ, SIN_PITCH * y + COS_PITCH * turnedZ];
}

/** Converts a direction of the viewer to one of the model. */
export function modelDirection(x: number, y: number, z: number): [number, number, number] {
  const turnedZ = COS_PITCH * z - SIN_PITCH * y;
  return [COS_YAW * x - SIN_YAW * turnedZ, COS_PITCH * y + SIN_PITCH * z, SIN_YAW * x + COS_YAW * turnedZ];
}

/**
 * Places a model so that it fills a square picture of `side` pixels. Leaves out parts that can't be drawn; throws if
 * nothing is left.
 */
export function viewOf({ surfaces: given, up }: Scene, side: number): CameraView {
  const sound = given.map(soundTriangles).filter(({ corners }) => corners.length > 0);
  const { middle, radius, least } = extent(sound);
  const surfaces = sound.map((surface) => {
    const vertices = Math.floor(surface.positions.length / 3);
    const view = new Float32Array(vertices * 3);
    for (let at = 0; at < view.length; at += 3) {
      const x = ((surface.positions[at] ?? 0) - middle[0]) / radius;
      const y = ((surface.positions[at + 1] ?? 0) - middle[1]) / radius;
      const z = ((surface.positions[at + 2] ?? 0) - middle[2]) / radius;
      const [vx, vy, vz] = up === 'z' ? viewerDirection(x, z, -y) : viewerDirection(x, y, z);
      view[at] = vx;
      view[at + 1] = vy;
      view[at + 2] = vz;
    }
    return { ...surface, view, screen: new Float32Array(vertices * 2) };
  });
  const { scale, centre } = fit(surfaces, side);
  for (const { view, screen } of surfaces) {
    for (let vertex = 0; vertex * 2 < screen.length; vertex += 1) {
      const near = scale / (DISTANCE - (view[vertex * 3 + 2] ?? 0));
      screen[vertex * 2] = centre[0] + (view[vertex * 3] ?? 0) * near;
      screen[vertex * 2 + 1] = centre[1] - (view[vertex * 3 + 1] ?? 0) * near;
    }
  }
  const height = up === 'z' ? 2 : 1;
  return { surfaces, scale, centre, floor: (least[height] - middle[height]) / radius };
}

type Triple = [number, number, number];

function extent(surfaces: readonly Surface[]): { middle: Triple; radius: number; least: Triple } {
  const least: Triple = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const most: Triple = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { positions, corners } of surfaces) {
    for (const corner of corners) {
      for (const axis of [0, 1, 2] as const) {
        const value = positions[corner * 3 + axis] ?? 0;
        if (value < least[axis]) least[axis] = value;
        if (value > most[axis]) most[axis] = value;
      }
    }
  }
  const radius = Math.hypot(most[0] - least[0], most[1] - least[1], most[2] - least[2]) / 2;
  if (surfaces.length === 0 || !(radius > 0)) throw new CannotMake('unsupported', 'a model without surfaces');
  return {
    middle: [(least[0] + most[0]) / 2, (least[1] + most[1]) / 2, (least[2] + most[2]) / 2],
    radius,
    least,
  };
}

function fit(surfaces: readonly SeenSurface[], side: number): Pick<CameraView, 'scale' | 'centre'> {
  let [left, right, bottom, top] = [9, -9, 9, -9];
  for (const { view, corners } of surfaces) {
    for (const corner of corners) {
      const near = 1 / (DISTANCE - (view[corner * 3 + 2] ?? 0));
      const x = (view[corner * 3] ?? 0) * near;
      const y = (view[corner * 3 + 1] ?? 0) * near;
      left = Math.min(left, x);
      right = Math.max(right, x);
      bottom = Math.min(bottom, y);
      top = Math.max(top, y);
    }
  }
  const scale = (FILL * side) / Math.max(right - left, top - bottom, 1e-6);
  return { scale, centre: [side / 2 - ((left + right) / 2) * scale, side / 2 + ((bottom + top) / 2) * scale] };
}

/** Beyond this, products of coordinates exceed the range of numbers. */
const FARTHEST = 1e30;

/**
 * Returns the surface with only those triangles that can be drawn: whose vertices exist and have finite coordinates.
 */
function soundTriangles(surface: Surface): Surface {
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
