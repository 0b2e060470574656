/** A size in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** A part of a picture, in whole pixels from the upper left corner of the picture. It is within the picture and not empty. */
export interface CropArea extends PixelSize {
  readonly left: number;
  readonly top: number;
}

/** A corner of an area, by compass. */
export type Corner = 'nw' | 'ne' | 'sw' | 'se';

/** A movement to the right and down, in pixels of the picture. */
export type Move = readonly [x: number, y: number];

/** Width divided by height; undefined leaves it free. */
export type Ratio = number | undefined;

/** The whole picture as an area. */
export function wholeOf({ width, height }: PixelSize): CropArea {
  return { left: 0, top: 0, width, height };
}

/** True if an area is the whole picture, so that nothing is cut off. */
export function isWhole(area: CropArea, picture: PixelSize): boolean {
  return area.width === picture.width && area.height === picture.height;
}

/** Moves an area, as far as the picture allows. */
export function moveArea(area: CropArea, [x, y]: Move, picture: PixelSize): CropArea {
  return {
    ...area,
    left: clamp(Math.round(area.left + x), 0, picture.width - area.width),
    top: clamp(Math.round(area.top + y), 0, picture.height - area.height),
  };
}

/** Moves one corner of an area, as far as picture and ratio allow. The opposite corner stays where it is, at least a pixel away. */
export function moveCorner(
  area: CropArea,
  corner: Corner,
  [x, y]: Move,
  { picture, ratio }: { readonly picture: PixelSize; readonly ratio: Ratio },
): CropArea {
  const isWest = corner.endsWith('w');
  const isNorth = corner.startsWith('n');
  const right = area.left + area.width;
  const bottom = area.top + area.height;
  const max = {
    width: isWest ? right : picture.width - area.left,
    height: isNorth ? bottom : picture.height - area.top,
  };
  const wanted = { width: area.width + (isWest ? -x : x), height: area.height + (isNorth ? -y : y) };
  const size =
    ratio === undefined
      ? {
          width: clamp(Math.round(wanted.width), 1, max.width),
          height: clamp(Math.round(wanted.height), 1, max.height),
        }
      : sizeOfRatio(Math.abs(x) >= Math.abs(y) ? wanted.width : wanted.height * ratio, ratio, max);
  return { ...size, left: isWest ? right - size.width : area.left, top: isNorth ? bottom - size.height : area.top };
}

/**
 * Moves a corner like `moveCorner`, but also past the opposite corner, which stays where it is: the area is then on the other side
 * of that corner. So an area that is too small for a pointer to choose between its corners can grow in every direction.
 */
export function dragCorner(
  area: CropArea,
  corner: Corner,
  move: Move,
  limits: { readonly picture: PixelSize; readonly ratio: Ratio },
): CropArea {
  const { width, height } = limits.picture;
  const x = dragEnd(corner.endsWith('w') ? 'low' : 'high', [area.left, area.width], move[0], width);
  const y = dragEnd(corner.startsWith('n') ? 'low' : 'high', [area.top, area.height], move[1], height);
  if (!x.isPast && !y.isPast) return moveCorner(area, corner, move, limits);
  // The new area grows out of the corner that stays.
  const fixedCorner = { left: x.fixed, top: y.fixed, width: 0, height: 0 };
  const movedCorner: Corner = `${y.end === 'low' ? 'n' : 's'}${x.end === 'low' ? 'w' : 'e'}`;
  return moveCorner(fixedCorner, movedCorner, [x.offset, y.offset], limits);
}

/** A number of an area that a person may write. */
export type CropNumber = keyof CropArea;

/**
 * Sets one number of an area, as far as picture and ratio allow. The position of an area that would leave the picture makes it
 * smaller. A size keeps the upper left corner where it is.
 */
export function withNumber(
  area: CropArea,
  name: CropNumber,
  value: number,
  limits: { readonly picture: PixelSize; readonly ratio: Ratio },
): CropArea {
  const along = (distance: number): Move => (name === 'left' || name === 'width' ? [distance, 0] : [0, distance]);
  const change = along(value - area[name]);
  if (name === 'width' || name === 'height') return moveCorner(area, 'se', change, limits);
  const moved = moveArea(area, change, limits.picture);
  const rest = Math.round(value) - moved[name];
  return rest > 0 ? moveCorner(moved, name === 'left' ? 'sw' : 'ne', along(rest), limits) : moved;
}

/** How one side of an area is dragged, all in pixels. */
interface DraggedSide {
  /** Position of the end that stays. */
  readonly fixed: number;
  /** Position of the moved end, counted from the one that stays. */
  readonly offset: number;
  /** Which end the moved one is now: the left or upper one is low. */
  readonly end: 'low' | 'high';
  /** True if the moved end has passed the one that stays. */
  readonly isPast: boolean;
}

/** Drags one end of a horizontal or vertical side of an area by a distance. `max` is the length of that side of the picture. */
function dragEnd(
  end: 'low' | 'high',
  [start, length]: readonly [number, number],
  distance: number,
  max: number,
): DraggedSide {
  const [moved, fixed] = end === 'low' ? [start, start + length] : [start + length, start];
  const offset = moved + distance - fixed;
  // If the end that stays is at the edge of the picture, there is no room beyond it.
  const isPast = end === 'low' ? offset > 0 && fixed < max : offset < 0 && fixed > 0;
  const other = end === 'low' ? 'high' : 'low';
  return { fixed, offset, end: isPast ? other : end, isPast };
}

/**
 * Returns the largest area of this ratio, with its centre as near as possible to that of the given area; without a ratio, the given
 * area.
 */
export function withRatio(area: CropArea, ratio: Ratio, picture: PixelSize): CropArea {
  if (ratio === undefined) return area;
  const size = sizeOfRatio(picture.width, ratio, picture);
  const centred = {
    ...size,
    left: area.left + (area.width - size.width) / 2,
    top: area.top + (area.height - size.height) / 2,
  };
  return moveArea(centred, [0, 0], picture);
}

/** Writes an area as the option `crop` of a download. */
export function cropOption({ left, top, width, height }: CropArea): string {
  return `${width}x${height}+${left}+${top}`;
}

/** The size of this ratio that is `width` wide, or as near to that as `max` allows. */
function sizeOfRatio(width: number, ratio: number, max: PixelSize): PixelSize {
  const rounded = clamp(Math.round(Math.min(width, max.height * ratio)), 1, max.width);
  return { width: rounded, height: clamp(Math.round(rounded / ratio), 1, max.height) };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
