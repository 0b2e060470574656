/**
 * Decodes the photographs of HEIC files with ffmpeg, in a third of the time that libheif takes; unusual files are left to libheif.
 */
import sharp, { type Sharp } from 'sharp';
import type { Area, Size } from '../../../../core/src/domain/geometry.ts';
import { CannotMake } from '../../derived/cannot-make.ts';
import { type HevcPictures, readHevc } from '../../ffmpeg/hevc.ts';
import { requireTools } from '../../ffmpeg/tools.ts';
import { contentOf, type HeifProperty, heifCut, propertiesOfEach } from '../../inspect/heif.ts';
import { type HeifPiece, itemTypes, piecesOfItems, referencesIn } from '../../inspect/heif-items.ts';
import { MAX_HEIF_PIXELS } from '../most-pixels.ts';
import { blankTiffOf } from '../write-tiff.ts';

/** A picture made of tiles of one size, row by row. */
interface TiledPicture {
  readonly tiles: HevcPictures;
  readonly columns: number;
  /** What is shown of it, before it is turned. */
  readonly shown: Area;
  /** EXIF orientation. */
  readonly orientation: number;
}

/** Decodes a picture of an HEIC file, not turned yet, with its EXIF orientation; undefined if that is left to libheif. */
export async function decodeTiles(
  bytes: Buffer,
  meta: Buffer,
  picture: number,
  profile: Buffer | undefined,
): Promise<Sharp | undefined> {
  try {
    const found = tiledPicture(bytes, meta, picture);
    if (found === undefined) return undefined;
    const { tiles, columns, shown, orientation } = found;
    const { left, top, width, height } = shown;
    const tiff = blankTiffOf({
      ...{
        width,
        height,
        channels: 3,
        hasAlpha: false,
        bits: 8,
        photometric: 2,
        isPlanar: false,
        profile,
        orientation,
      },
    });
    const isDecoded = await readHevc(requireTools('no_tool', 'ffmpeg is not there'), tiles, (index, pixels) => {
      const x = (index % columns) * tiles.width - left;
      const y = Math.floor(index / columns) * tiles.height - top;
      const [from, to] = [Math.max(0, -x), Math.min(tiles.width, width - x)];
      if (from >= to) return;
      for (let row = Math.max(0, -y); row < Math.min(tiles.height, height - y); row++) {
        const start = row * tiles.width;
        tiff.pixels.set(pixels.subarray((start + from) * 3, (start + to) * 3), ((y + row) * width + x + from) * 3);
      }
    });
    return isDecoded ? sharp(tiff.file, { limitInputPixels: false }) : undefined;
  } catch (error) {
    if (error instanceof CannotMake || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Finds the parts of a picture; undefined for an unusual one. Throws RangeError for a damaged file. */
function tiledPicture(bytes: Buffer, meta: Buffer, picture: number): TiledPicture | undefined {
  const types = itemTypes(meta);
  const pieces = piecesOfItems(meta);
  const isGrid = types.get(picture) === 'grid';
  const items = isGrid
    ? (referencesIn(meta).find(({ type, from }) => type === 'dimg' && from === picture)?.to ?? [])
    : [picture];
  // A grid may name a tile, and a tile a piece, thousands of times, which would be thousands of times the file.
  const lengths = new Map(Array.from(pieces, ([item, its]) => [item, sum(its.map(({ length }) => length))]));
  if (sum([...(isGrid ? [picture] : []), ...items].map((item) => lengths.get(item) ?? 0)) > bytes.length)
    return undefined;
  const idat = contentOf(meta, 'idat', VERSION_BYTES);
  const dataOf = (item: number) => itemData(bytes, idat, pieces.get(item) ?? []);
  const byItem = propertiesOfEach(meta, [picture, ...items]);
  const properties = byItem.get(picture) ?? [];
  const whole = contentOfProperty(properties, 'ispe');
  const [first, ...others] = items.map((item) => byItem.get(item) ?? []);
  const size = first && contentOfProperty(first, 'ispe');
  const codec = first && contentOfProperty(first, 'hvcC');
  if (!whole || !size || !codec || items.some((item) => types.get(item) !== 'hvc1')) return undefined;
  const isSame = (tile: readonly HeifProperty[]) =>
    contentOfProperty(tile, 'ispe')?.equals(size) && contentOfProperty(tile, 'hvcC')?.equals(codec);
  if (!others.every(isSame) || (isGrid && [first, ...others].some((tile) => tile.some(isTurnOrCut)))) return undefined;
  const { columns, rows, ...seen } = isGrid ? gridOf(dataOf(picture)) : { columns: 1, rows: 1, ...sizeIn(whole) };
  const [{ width, height }, stated] = [sizeIn(size), sizeIn(whole)];
  const isWhole = seen.width === stated.width && seen.height === stated.height && items.length === columns * rows;
  const isCovered = width * columns >= seen.width && height * rows >= seen.height;
  if (!isWhole || !isCovered || items.length * width * height > MAX_HEIF_PIXELS) return undefined;
  const colours = coloursOf([...properties, ...first]);
  const orientation = orientationOf(properties);
  if (colours === undefined || orientation === undefined || !isUsualCodec(codec)) return undefined;
  const lengthBytes = ((codec[21] ?? 0) & 3) + 1;
  const stream = Buffer.concat([...parameterSets(codec), ...items.flatMap((item) => units(dataOf(item), lengthBytes))]);
  const shown = heifCut(properties.filter(({ type }) => !isTurn({ type }))) ?? { left: 0, top: 0, ...seen };
  return { tiles: { stream, count: items.length, width, height, ...colours }, columns, shown, orientation };
}

function contentOfProperty(properties: readonly HeifProperty[], name: string): Buffer | undefined {
  return properties.find(({ type }) => type === name)?.content;
}

const isTurn = ({ type }: { readonly type: string }) => type === 'irot' || type === 'imir';
const isTurnOrCut = ({ type }: HeifProperty) => isTurn({ type }) || type === 'clap';

/** Reads the size in an `ispe`. */
function sizeIn(content: Buffer): Size {
  return { width: content.readUInt32BE(4), height: content.readUInt32BE(8) };
}

/** Reads of how many tiles a grid consists, and its size. */
function gridOf(data: Buffer): Size & { readonly columns: number; readonly rows: number } {
  const bytes = (data.readUInt8(1) & 1) === 1 ? 4 : 2;
  return {
    ...{ rows: data.readUInt8(2) + 1, columns: data.readUInt8(3) + 1 },
    ...{ width: data.readUIntBE(4, bytes), height: data.readUIntBE(4 + bytes, bytes) },
  };
}

/** Throws RangeError if a piece is not in the file. */
function itemData(bytes: Buffer, idat: Buffer | undefined, pieces: readonly HeifPiece[]): Buffer {
  return Buffer.concat(
    pieces.map(({ isInMeta, at, length }) => {
      const from = isInMeta ? idat : bytes;
      if (from === undefined || length === 0 || at + length > from.length) throw new RangeError('a piece is missing');
      return from.subarray(at, at + length);
    }),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const VERSION_BYTES = 4;
const START_CODE = Buffer.from([0, 0, 0, 1]);

/** Returns the NAL units of a stream, each behind a start code instead of its length. */
function units(data: Buffer, lengthBytes: number): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < data.length; ) {
    const start = at + lengthBytes;
    const end = start + data.readUIntBE(at, lengthBytes);
    if (end > data.length) throw new RangeError('a unit is cut');
    found.push(START_CODE, data.subarray(start, end));
    at = end;
  }
  return found;
}

/** Returns the parameter sets of an `hvcC` (ISO/IEC 14496-15). */
function parameterSets(codec: Buffer): readonly Buffer[] {
  const found: Buffer[] = [];
  let at = 23;
  for (let arrays = codec.readUInt8(22); arrays > 0; arrays--) {
    let end = at + 3;
    for (let count = codec.readUInt16BE(at + 1); count > 0; count--) end += 2 + codec.readUInt16BE(end);
    found.push(...units(codec.subarray(at + 3, end), 2));
    at = end;
  }
  return found;
}

/** Returns true for 4:2:0, 4:2:2 and 4:4:4 with 8 or 10 bits, as many for luma as for chroma. */
function isUsualCodec(codec: Buffer): boolean {
  const [chromaFormat, lumaDepth, chromaDepth] = [
    codec.readUInt8(16) & 3,
    codec.readUInt8(17) & 7,
    codec.readUInt8(18) & 7,
  ];
  return chromaFormat > 0 && lumaDepth === chromaDepth && (lumaDepth === 0 || lumaDepth === 2);
}

const MATRICES: ReadonlyMap<number, string> = new Map([
  ...([
    [1, 'bt709'],
    [5, 'bt601'],
    [6, 'bt601'],
    [9, 'bt2020'],
  ] as const),
]);

/** Returns the colours that a picture states by code points; undefined for unusual ones. */
function coloursOf(properties: readonly HeifProperty[]): Pick<HevcPictures, 'colours'> | undefined {
  const stated = properties.find(
    ({ type, content }) => type === 'colr' && content.toString('latin1', 0, 4) === 'nclx',
  )?.content;
  if (stated === undefined) return {};
  const matrix = MATRICES.get(stated.readUInt16BE(8));
  return matrix === undefined ? undefined : { colours: { matrix, range: stated.readUInt8(10) >= 0x80 ? 'pc' : 'tv' } };
}

/** EXIF orientations by whether a picture is first mirrored from left to right, and quarters of a turn to the right. */
const ORIENTATIONS = [
  [1, 6, 3, 8],
  [2, 7, 4, 5],
] as const;

/** Returns how a picture is turned and mirrored; undefined if it is cut after that. */
function orientationOf(properties: readonly HeifProperty[]): number | undefined {
  let isMirrored = false;
  let quarters = 0;
  let isTurned = false;
  for (const { type, content } of properties) {
    const way = content[0] ?? 0;
    if (type === 'clap' && isTurned) return undefined;
    isTurned ||= isTurn({ type });
    if (type === 'irot') quarters -= way & 3;
    if (type !== 'imir') continue;
    isMirrored = !isMirrored;
    quarters = ((way & 1) === 1 ? 0 : 2) - quarters;
  }
  return ORIENTATIONS[isMirrored ? 1 : 0][((quarters % 4) + 4) % 4];
}
