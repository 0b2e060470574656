/** Reads the region, size, rotation, quality and format of an IIIF image request (Image API 3.0, section 4). Pure. */
import { ApiError, invalidParameter, quote } from '../../../../core/src/domain/errors.ts';
import { type Area, isSame, type Size } from '../../../../core/src/domain/geometry.ts';
import { PICTURE_FORMATS, type PictureFormat } from '../../../../core/src/domain/picture-values.ts';
import { scaleFactors, tileLevels, tileShowing } from '../../../../core/src/domain/tiles.ts';

export interface ImageRequest {
  /** The part of the picture. */
  readonly region: Area;
  /** To which the part is scaled; then it is mirrored, then turned. */
  readonly size: Size;
  readonly isMirrored: boolean;
  /** Clockwise. */
  readonly degrees: 0 | 90 | 180 | 270;
  readonly isGray: boolean;
  readonly format: PictureFormat;
}

/** The parts of the path of an image request, percent-decoded. */
export interface WrittenRequest {
  readonly region: string;
  readonly size: string;
  readonly rotation: string;
  readonly file: string;
}

/** Longest side in pixels of what is answered: the most that WebP holds. */
export const MAX_SIDE = 16_383;
/** Most pixels of what is answered. */
export const MAX_AREA = 150_000_000;

const WHOLE = /^\d{1,20}$/;
const DECIMAL = /^(?:\d{1,20}(?:\.\d{1,20})?|\.\d{1,20})$/;
const QUARTERS = [0, 90, 180, 270] as const;

/** Reads a request for a picture of this size. Throws a 400, or 501 for what the standard has and this service lacks. */
export function readImageRequest(written: WrittenRequest, picture: Size): ImageRequest {
  const region = readRegion(written.region, picture);
  return {
    region,
    size: readSize(written.size, region, picture),
    ...readRotation(written.rotation),
    ...readFile(written.file),
  };
}

function readRegion(text: string, picture: Size): Area {
  const { width, height } = picture;
  if (text === 'full') return { left: 0, top: 0, width, height };
  if (text === 'square') {
    const side = Math.min(width, height);
    return { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2), width: side, height: side };
  }
  const isPercent = text.startsWith('pct:');
  const numbers = numbersIn(isPercent ? text.slice(4) : text, isPercent ? DECIMAL : WHOLE);
  if (numbers?.length !== 4) {
    throw invalidParameter(`region: ${quote(text)} is not full, square, x,y,w,h or pct:x,y,w,h`);
  }
  const [left = 0, top = 0, across = 0, down = 0] = isPercent
    ? numbers.map((each, place) => Math.round((each / 100) * (place % 2 === 0 ? width : height)))
    : numbers;
  const area = {
    left,
    top,
    width: Math.min(across, width - left),
    height: Math.min(down, height - top),
  };
  if (area.width < 1 || area.height < 1) {
    throw invalidParameter(`region: ${quote(text)} has no pixel of this picture of ${width} × ${height}`);
  }
  return area;
}

/** The largest size of a part that is answered. */
export function largestSize({ width, height }: Size): Size {
  const factor = Math.min(1, MAX_SIDE / Math.max(width, height), Math.sqrt(MAX_AREA / (width * height)));
  const side = (length: number) => Math.max(1, factor === 1 ? length : Math.floor(length * factor));
  return { width: side(width), height: side(height) };
}

/** The sizes of the whole picture that are answered best, the smallest first: those of its tiles. */
export function offeredSizes(size: Size): readonly Size[] {
  return tileLevels(size).filter((each) => isSame(largestSize(each), each));
}

function readSize(text: string, region: Area, picture: Size): Size {
  const mayEnlarge = text.startsWith('^');
  const plain = mayEnlarge ? text.slice(1) : text;
  const size = listedSize(plain, region, picture) ?? sizeIn(plain, region, mayEnlarge);
  if (!size) {
    throw invalidParameter(`size: ${quote(text)} is not max, w, or ,h or pct:n or w,h or !w,h, each also after ^`);
  }
  if (size.width < 1 || size.height < 1) throw invalidParameter(`size: ${quote(text)} has no pixels`);
  const { width, height } = region;
  if (size.width > width || size.height > height) {
    const message = `size: ${quote(text)} is larger than the region, which has ${width} × ${height} pixels`;
    throw mayEnlarge
      ? new ApiError('not_supported', `${message}; pictures are not enlarged`)
      : invalidParameter(message);
  }
  const { width: most, height: maxDown } = largestSize(region);
  if (size.width > MAX_SIDE || size.height > MAX_SIDE || size.width * size.height > MAX_AREA) {
    throw invalidParameter(`size: ${quote(text)} is too large; max is ${most} × ${maxDown}`);
  }
  return size;
}

/**
 * The size that the description lists for the whole picture, or for a tile, of which a request has the width, the height or both.
 * Both are rounded up there, so neither side follows from the other.
 */
function listedSize(text: string, region: Area, picture: Size): Size | undefined {
  const [, confined = '', w = '', h = ''] = /^(!?)(\d{0,20}),(\d{0,20})$/.exec(text) ?? [];
  if ((w === '' && h === '') || (confined !== '' && (w === '' || h === ''))) return undefined;
  const levels = tileLevels(picture);
  return scaleFactors(levels)
    .map((factor) => ({ width: Math.ceil(region.width / factor), height: Math.ceil(region.height / factor) }))
    .find(
      (size) =>
        (w === '' || Number(w) === size.width) &&
        (h === '' || Number(h) === size.height) &&
        (isSame(region, picture) || tileShowing(levels, region, size) !== undefined),
    );
}

/** Undefined if the text is no size. */
function sizeIn(text: string, region: Size, mayEnlarge: boolean): Size | undefined {
  const { width, height } = region;
  if (text === 'max') return largestSize(region);
  if (text.startsWith('pct:')) {
    const [percent, ...more] = numbersIn(text.slice(4), DECIMAL) ?? [];
    if (percent === undefined || more.length > 0) return undefined;
    return { width: Math.round((width * percent) / 100), height: Math.round((height * percent) / 100) };
  }
  const [, confined = '', w = '', h = ''] = /^(!?)(\d{0,20}),(\d{0,20})$/.exec(text) ?? [];
  if (w === '' && h === '') return undefined;
  if (confined !== '') {
    if (w === '' || h === '') return undefined;
    const largest = largestSize(region);
    const most = mayEnlarge ? Number.POSITIVE_INFINITY : Math.min(1, largest.width / width, largest.height / height);
    return scaled(region, Math.min(Number(w) / width, Number(h) / height, most));
  }
  if (w !== '' && h !== '') return { width: Number(w), height: Number(h) };
  const factor = w === '' ? Number(h) / height : Number(w) / width;
  return w === ''
    ? { width: scaled(region, factor).width, height: Number(h) }
    : { width: Number(w), height: scaled(region, factor).height };
}

function scaled({ width, height }: Size, factor: number): Size {
  if (factor === 0) return { width: 0, height: 0 };
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

function readRotation(text: string): Pick<ImageRequest, 'isMirrored' | 'degrees'> {
  const isMirrored = text.startsWith('!');
  const [degrees, ...more] = numbersIn(isMirrored ? text.slice(1) : text, DECIMAL) ?? [];
  if (degrees === undefined || more.length > 0 || degrees > 360) {
    throw invalidParameter(`rotation: ${quote(text)} is not a number from 0 to 360, also after !`);
  }
  const quarter = QUARTERS.find((each) => each === degrees % 360);
  if (quarter === undefined) throw new ApiError('not_supported', 'rotation: pictures are turned by quarters only');
  return { isMirrored, degrees: quarter };
}

function readFile(text: string): Pick<ImageRequest, 'isGray' | 'format'> {
  const [, quality = '', extension = ''] = /^([a-z]+)\.([a-z0-9]+)$/.exec(text) ?? [];
  const format = PICTURE_FORMATS.find((each) => each === extension);
  if (!format || !/^(?:default|color|gray|bitonal)$/.test(quality)) {
    const formats = PICTURE_FORMATS.join(', ');
    throw invalidParameter(`quality.format: ${quote(text)} is not default, color or gray with one of ${formats}`);
  }
  if (quality === 'bitonal') throw new ApiError('not_supported', 'quality: bitonal pictures are not made');
  return { isGray: quality === 'gray', format };
}

/** The numbers of a list; undefined if one has another form. */
function numbersIn(text: string, form: RegExp): readonly number[] | undefined {
  const parts = text.split(',', 5);
  return parts.every((part) => form.test(part)) ? parts.map(Number) : undefined;
}

/** Writes a request in its canonical form (Image API 3.0, section 4.7): region, size, rotation, quality and format. */
export function canonicalRequest({ region, size, isMirrored, degrees, isGray, format }: ImageRequest, picture: Size) {
  const { left, top, width, height } = region;
  return [
    isSame(region, picture) ? 'full' : `${left},${top},${width},${height}`,
    isSame(size, largestSize(region)) ? 'max' : `${size.width},${size.height}`,
    `${isMirrored ? '!' : ''}${degrees}`,
    `${isGray ? 'gray' : 'default'}.${format}`,
  ].join('/');
}
