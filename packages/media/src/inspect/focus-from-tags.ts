import type { Size } from '../../../core/src/domain/geometry.ts';
import type { Focus } from '../../../core/src/domain/model.ts';
import { isObject } from '../../../core/src/domain/values.ts';
import { type Tags, tagNumber, tagText, tagTexts } from './tags.ts';

/** Middle of a region of the picture as stored: 0 to 1 of its sides, or pixels. */
export interface WrittenFocus {
  readonly x: number;
  readonly y: number;
  readonly inPixels: boolean;
}

const MAX_REGIONS = 1000;
const MAX_CORNERS = 1000;
/** Last parts of the addresses, and names, of IPTC's roles of regions: every kind of crop, and the main subject. */
const ROLE_ADDRESS = /(?:crop|mainsubject)[a-z]*\/?$/i;
const ROLE_NAME = /\bcrop|\bmain subject\b/i;

/** Returns the middle of the first image region (IPTC Extension) that is a crop or the main subject. */
export function focusFromTags(tags: Tags): WrittenFocus | undefined {
  for (const region of structures(tags.get('XMP-iptcExt:ImageRegion')).slice(0, MAX_REGIONS)) {
    if (!structures(region.get('RRole')).some(isFocus)) continue;
    const [boundary] = structures(region.get('RegionBoundary'));
    const middle = boundary && middleOf(boundary);
    if (boundary && middle) return { ...middle, inPixels: tagText(boundary, 'RbUnit')?.toLowerCase() === 'pixel' };
  }
  return undefined;
}

/**
 * Returns the focus on the picture as seen. `size` is that of the picture as seen, `orientation` the one of EXIF, by which
 * it is turned for that. Undefined for a middle outside the picture, and for pixels of a picture of unknown size.
 */
export function focusAsSeen(written: WrittenFocus, size: Size, orientation: number): Focus | undefined {
  const isTurned = orientation >= 5;
  const [across, down] = isTurned ? [size.height, size.width] : [size.width, size.height];
  const x = written.inPixels ? written.x / across : written.x;
  const y = written.inPixels ? written.y / down : written.y;
  if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1)) return undefined;
  const [left, top] = SEEN[orientation]?.(x, y) ?? [x, y];
  return { x: rounded(left), y: rounded(top) };
}

const SEEN: Readonly<Record<number, (x: number, y: number) => readonly [x: number, y: number]>> = {
  2: (x, y) => [1 - x, y],
  3: (x, y) => [1 - x, 1 - y],
  4: (x, y) => [x, 1 - y],
  5: (x, y) => [y, x],
  6: (x, y) => [1 - y, x],
  7: (x, y) => [1 - y, 1 - x],
  8: (x, y) => [y, 1 - x],
};

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function structures(value: unknown): Tags[] {
  return (Array.isArray(value) ? value : [value]).flatMap((each) =>
    isObject(each) ? [new Map(Object.entries(each))] : [],
  );
}

function isFocus(role: Tags): boolean {
  const isNamed = [...role.keys()].some((key) => key.startsWith('Name') && ROLE_NAME.test(tagText(role, key) ?? ''));
  return isNamed || tagTexts(role, 'Identifier').some((address) => ROLE_ADDRESS.test(address));
}

/** Returns the middle of a rectangle, a circle or a polygon. */
function middleOf(boundary: Tags): { readonly x: number; readonly y: number } | undefined {
  const shape = tagText(boundary, 'RbShape')?.toLowerCase();
  if (shape === 'polygon') return middleOfPolygon(structures(boundary.get('RbVertices')).slice(0, MAX_CORNERS));
  const [x, y] = [tagNumber(boundary, 'RbX'), tagNumber(boundary, 'RbY')];
  if (x === undefined || y === undefined) return undefined;
  if (shape === 'circle') return { x, y };
  const [width, height] = [tagNumber(boundary, 'RbW'), tagNumber(boundary, 'RbH')];
  return shape === 'rectangle' && width !== undefined && height !== undefined
    ? { x: x + width / 2, y: y + height / 2 }
    : undefined;
}

/** Returns the centre of the area; of corners without one, their mean. */
function middleOfPolygon(vertices: readonly Tags[]): { readonly x: number; readonly y: number } | undefined {
  const corners = vertices.flatMap((vertex) => {
    const [x, y] = [tagNumber(vertex, 'RbX'), tagNumber(vertex, 'RbY')];
    return x === undefined || y === undefined ? [] : [{ x, y }];
  });
  if (corners.length === 0) return undefined;
  let [area, x, y] = [0, 0, 0];
  for (const [index, from] of corners.entries()) {
    const to = corners[(index + 1) % corners.length] ?? from;
    const cross = from.x * to.y - to.x * from.y;
    area += cross;
    x += (from.x + to.x) * cross;
    y += (from.y + to.y) * cross;
  }
  const mean = (pick: 'x' | 'y') => corners.reduce((sum, corner) => sum + corner[pick], 0) / corners.length;
  if (Math.abs(area) < 1e-9) return { x: mean('x'), y: mean('y') };
  return { x: x / (3 * area), y: y / (3 * area) };
}
