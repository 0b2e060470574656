import { CannotMake } from '../../../derived/cannot-make.ts';
import { DISTANCE, type SeenSurface, viewerDirection, viewOf } from './camera.ts';
import { linearToSrgb, sampleColour } from './linear-light.ts';
import { roundedNormals, triangleNormals } from './normals.ts';
import { openness } from './occlusion.ts';
import type { Scene } from './scene.ts';
import { floorShadow } from './shadow.ts';
import { findVisible } from './visible.ts';

/** Draws a model on white, as a square of RGB pixels. Throws CannotMake if nothing is visible. */
export function drawScene(scene: Scene, side: number): Buffer {
  const view = viewOf(scene, side);
  const visible = findVisible(view, side);
  if (!visible.triangle.some((number) => number >= 0))
    throw new CannotMake('unsupported', 'a model of which nothing is seen');
  const open = openness(visible, view);
  const shadow = floorShadow(view);
  const shades = view.surfaces.map((surface) => openShade(surface, scene.up));
  const firsts = [0];
  for (const { corners } of view.surfaces) firsts.push((firsts.at(-1) ?? 0) + corners.length / 3);

  const pixels = Buffer.alloc(side * side * 3, 255);
  const light = new Float32Array(3);
  let surface = 0;
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const at = y * side + x;
      const triangle = visible.triangle[at] ?? -1;
      if (triangle < 0) {
        const dark = shadow(x + 0.5, y + 0.5);
        if (dark > 0.002) pixels.fill(linearToSrgb(1 - dark), at * 3, at * 3 + 3);
        continue;
      }
      while (triangle < (firsts[surface] ?? 0)) surface -= 1;
      while (triangle >= (firsts[surface + 1] ?? Number.POSITIVE_INFINITY)) surface += 1;
      const near = visible.nearness[at] ?? 1;
      shades[surface]?.(triangle - (firsts[surface] ?? 0), x + 0.5, y + 0.5, near, open(x, y), light);
      for (let channel = 0; channel < 3; channel += 1) pixels[at * 3 + channel] = linearToSrgb(light[channel] ?? 0);
    }
  }
  return pixels;
}

type Shade = (triangle: number, x: number, y: number, near: number, isOpen: number, into: Float32Array) => void;

/** Returns a function that computes the colour of a point of this surface. */
function openShade(surface: SeenSurface, up: Scene['up']): Shade {
  const { corners, view, screen, material } = surface;
  const given = surface.normals && turned(surface.normals, up);
  const own = triangleNormals(view, corners);
  const normals = given ?? roundedNormals(view, corners, own);

  return (triangle, x, y, near, isOpen, into) => {
    const at = triangle * 3;
    const a = corners[at] ?? 0;
    const b = corners[at + 1] ?? 0;
    const c = corners[at + 2] ?? 0;
    const ax = screen[a * 2] ?? 0;
    const ay = screen[a * 2 + 1] ?? 0;
    const bx = (screen[b * 2] ?? 0) - ax;
    const by = (screen[b * 2 + 1] ?? 0) - ay;
    const cx = (screen[c * 2] ?? 0) - ax;
    const cy = (screen[c * 2 + 1] ?? 0) - ay;
    const area = bx * cy - cx * by;
    const shareB = ((x - ax) * cy - cx * (y - ay)) / area;
    const shareC = (bx * (y - ay) - (x - ax) * by) / area;
    // Corrects the weights for perspective: nearer parts cover more of the picture.
    const wb = shareB / near / (DISTANCE - (view[b * 3 + 2] ?? 0));
    const wc = shareC / near / (DISTANCE - (view[c * 3 + 2] ?? 0));
    const wa = 1 - wb - wc;
    sampleColour(surface, { a, b, c, wa, wb, wc }, into);
    if (material.isUnlit) return;

    // The triangle's own normal tells which side is visible. Its sign comes from the triangle's area in the picture,
    // which has no rounding errors.
    const sign = area > 0 ? -1 : 1;
    const fx = sign * (own[at] ?? 0);
    const fy = sign * (own[at + 1] ?? 0);
    const fz = sign * (own[at + 2] ?? 0);
    let nx = fx;
    let ny = fy;
    let nz = fz;
    if (normals) {
      const ia = (given ? a : at) * 3;
      const ib = (given ? b : at + 1) * 3;
      const ic = (given ? c : at + 2) * 3;
      nx = wa * (normals[ia] ?? 0) + wb * (normals[ib] ?? 0) + wc * (normals[ic] ?? 0);
      ny = wa * (normals[ia + 1] ?? 0) + wb * (normals[ib + 1] ?? 0) + wc * (normals[ic + 1] ?? 0);
      nz = wa * (normals[ia + 2] ?? 0) + wb * (normals[ib + 2] ?? 0) + wc * (normals[ic + 2] ?? 0);
      if (nx * fx + ny * fy + nz * fz < 0) {
        nx = -nx;
        ny = -ny;
        nz = -nz;
      }
    }
    let length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(length > 0 && length < Number.POSITIVE_INFINITY)) {
      nx = fx;
      ny = fy;
      nz = fz;
      length = Math.hypot(fx, fy, fz) || 1;
    }
    lightOn(into, nx / length, ny / length, nz / length, isOpen, material.gloss);
  };
}

/** Returns the normals in the viewer's coordinates, each of length 1 or 0. */
function turned(normals: Float32Array, up: Scene['up']): Float32Array {
  const result = new Float32Array(normals.length);
  for (let at = 0; at + 2 < normals.length; at += 3) {
    const [x, y, z] = [normals[at] ?? 0, normals[at + 1] ?? 0, normals[at + 2] ?? 0];
    const direction = up === 'z' ? viewerDirection(x, z, -y) : viewerDirection(x, y, z);
    const length = Math.hypot(...direction) || 1;
    for (let axis = 0; axis < 3; axis += 1) result[at + axis] = (direction[axis] ?? 0) / length;
  }
  return result;
}

/** Unit vectors towards the lamp and half-way between lamp and viewer, in the viewer's coordinates. */
const LAMP = unit(-0.42, 0.72, 0.62);
const MIRROR = unit(LAMP[0], LAMP[1], LAMP[2] + 1);
const SHARPNESS = 24;

/**
 * Lights a colour in place: a large soft lamp at the upper left, light from the sky, and some from the floor. `isOpen`
 * is the share of surrounding light that arrives, 0 to 1. Surfaces that turn away from the viewer are slightly darker,
 * so that white objects stand out from the white background.
 */
function lightOn(colour: Float32Array, x: number, y: number, z: number, isOpen: number, gloss: number): void {
  const facing = x * LAMP[0] + y * LAMP[1] + z * LAMP[2];
  const soft = Math.max(0, (facing + 0.3) / 1.3);
  const sky = 0.5 + 0.5 * y;
  const rim = 0.78 + 0.22 * Math.max(0, z);
  const diffuse = ((0.2 + 0.26 * sky) * isOpen + 0.56 * soft * (0.4 + 0.6 * isOpen)) * rim;
  const mirrored = Math.max(0, x * MIRROR[0] + y * MIRROR[1] + z * MIRROR[2]);
  const shine = gloss * 0.5 * mirrored ** SHARPNESS * isOpen;
  for (let channel = 0; channel < 3; channel += 1) colour[channel] = (colour[channel] ?? 0) * diffuse + shine;
}

function unit(x: number, y: number, z: number): readonly [number, number, number] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
