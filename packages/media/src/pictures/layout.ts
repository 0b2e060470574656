/** Computes which part of a picture a plan uses, and how it is scaled, cut and bordered. Pure arithmetic. */
import { type Area, areaAt, areaOf, isSame, type Size } from '../../../core/src/domain/geometry.ts';
import type { Point } from '../../../core/src/domain/picture-values.ts';
import { pageSize } from './plan.ts';
import type { Frame, Plan } from './renderer.ts';

/** Where a rendition comes from: first the area is taken, then it is scaled, then cut or bordered. */
export interface Layout {
  /** In the coordinates of the picture found. */
  readonly area: Area;
  readonly scaled: Size;
  /** The part of the scaled area that remains. `striking` is chosen by looking at it. */
  readonly cut?: Area | 'striking';
  /** Where the scaled area lies within the border. */
  readonly sheet?: Area;
  readonly size: Size;
}

const MIDDLE: Point = { x: 0.5, y: 0.5 };

/**
 * Lays out a picture whose actual size is `found`, or which is drawn as large as needed. Undefined if the crop lies
 * outside of it.
 */
export function layOut(
  plan: Pick<Plan, 'box' | 'frame' | 'crop' | 'measured'>,
  found: Size,
  isDrawn = false,
): Layout | undefined {
  const { box, crop, measured = found } = plan;
  const { frame = { width: box, height: box, fit: 'inside' } } = plan;
  const asked = crop ? areaOf(crop, measured) : { left: 0, top: 0, width: found.width, height: found.height };
  if (asked === undefined) return undefined;
  const area = crop && !isSame(measured, found) ? areaAt(asked, measured, found) : asked;
  const { focus } = frame;
  const kept = focus === 'striking' || focus === undefined ? focus : within(focus, area, found);
  return { area, ...inFrame(area, frame, kept ?? MIDDLE, isDrawn ? Number.POSITIVE_INFINITY : 1) };
}

function inFrame(
  { width, height }: Size,
  { width: across, height: down, fit }: Frame,
  focus: Point | 'striking',
  most: number,
): Omit<Layout, 'area'> {
  const frame: Size = { width: across, height: down };
  if (fit === 'fill') return whole(frame);
  const factors = [across / width, down / height];
  const [least, greatest] = [Math.min(...factors), Math.max(...factors)];
  if (fit === 'inside') {
    const scaled = scale({ width, height }, Math.min(most, least));
    // Pages are drawn to fill a square, which may round the shorter side otherwise.
    return whole((most > 1 && pageSize(width, height, Math.max(scaled.width, scaled.height))) || scaled);
  }
  if (fit === 'cover') {
    const size = greatest <= most ? frame : scale(frame, Math.min(width / across, height / down));
    const scaled = atLeast(scale({ width, height }, Math.min(most, greatest)), size);
    if (isSame(size, scaled)) return whole(size);
    return { scaled, cut: focus === 'striking' ? focus : around(focus, size, scaled), size };
  }
  const scaled = scale({ width, height }, Math.min(most, least));
  const asked = least <= most ? frame : scale(frame, Math.max(width / across, height / down));
  const size = atLeast(asked, scaled);
  return isSame(size, scaled) ? whole(size) : { scaled, sheet: around(MIDDLE, scaled, size), size };
}

function whole(size: Size): Omit<Layout, 'area'> {
  return { scaled: size, size };
}

/** Rounds each side to the nearest pixel, but to at least 1. */
function scale({ width, height }: Size, factor: number): Size {
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

function atLeast(one: Size, other: Size): Size {
  return { width: Math.max(one.width, other.width), height: Math.max(one.height, other.height) };
}

/** Places one size in another, its middle as near to a point as possible. The point is 0 to 1 of the outer size. */
function around({ x, y }: Point, inner: Size, outer: Size): Area {
  const start = (at: number, length: number, room: number) =>
    Math.min(Math.max(0, Math.floor(at * room - length / 2)), Math.max(0, room - length));
  return { ...inner, left: start(x, inner.width, outer.width), top: start(y, inner.height, outer.height) };
}

/** Moves a point of the whole picture into an area; one outside counts as its nearest point. */
function within({ x, y }: Point, area: Area, { width, height }: Size): Point {
  const inside = (at: number, start: number, length: number) => Math.min(1, Math.max(0, (at - start) / length));
  return { x: inside(x * width, area.left, area.width), y: inside(y * height, area.top, area.height) };
}
