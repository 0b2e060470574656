/** A size in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** A part of a picture, in whole pixels from its upper left corner. It lies within the picture and is not empty. */
export interface CropArea extends PixelSize {
  readonly left: number;
  readonly top: number;
}

/** A corner of an area, by compass. */
export type Corner = 'nw' | 'ne' | 'sw' | 'se';

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
export function moveArea(area: CropArea, x: number, y: number, picture: PixelSize): CropArea {
  return {
    ...area,
    left: clamp(Math.round(area.left + x), 0, picture.width - area.width),
    top: clamp(Math.round(area.top + y), 0, picture.height - area.height),
  };
}

/** Moves one corner of an area, as far as picture and ratio allow. The opposite corner stays where it is. */
export function moveCorner(
  area: CropArea,
  corner: Corner,
  [x, y]: readonly [x: number, y: number],
  { picture, ratio }: { readonly picture: PixelSize; readonly ratio: Ratio },
): CropArea {
  const isWest = corner.endsWith('w');
  const isNorth = corner.startsWith('n');
  const right = area.left + area.width;
  const bottom = area.top + area.height;
  const most = {
    width: isWest ? right : picture.width - area.left,
    height: isNorth ? bottom : picture.height - area.top,
  };
  const wanted = { width: area.width + (isWest ? -x : x), height: area.height + (isNorth ? -y : y) };
  const size =
    ratio === undefined
      ? {
          width: clamp(Math.round(wanted.width), 1, most.width),
          height: clamp(Math.round(wanted.height), 1, most.height),
        }
      : sizeOfRatio(Math.abs(x) >= Math.abs(y) ? wanted.width : wanted.height * ratio, ratio, most);
  return { ...size, left: isWest ? right - size.width : area.left, top: isNorth ? bottom - size.height : area.top };
}

/** Returns the largest area of a ratio, with its centre as near as possible to that of the given area. */
export function withRatio(area: CropArea, ratio: Ratio, picture: PixelSize): CropArea {
  if (ratio === undefined) return area;
  const size = sizeOfRatio(picture.width, ratio, picture);
  const centred = {
    ...size,
    left: area.left + (area.width - size.width) / 2,
    top: area.top + (area.height - size.height) / 2,
  };
  return moveArea(centred, 0, 0, picture);
}

/** Writes an area as the option `crop` of a download. */
export function cropOption({ left, top, width, height }: CropArea): string {
  return `${width}x${height}+${left}+${top}`;
}

function sizeOfRatio(width: number, ratio: number, most: PixelSize): PixelSize {
  const whole = clamp(Math.round(Math.min(width, most.height * ratio)), 1, most.width);
  return { width: whole, height: clamp(Math.round(whole / ratio), 1, most.height) };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
