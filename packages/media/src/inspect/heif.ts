import type { FileHandle } from 'node:fs/promises';
import type { Area, Size } from '../../../core/src/domain/geometry.ts';
import { boxesIn } from './boxes.ts';

/** Usual limit of a box that describes pictures or frames. A picture of thousands of tiles needs less than 1 MB. */
const MAX_BOX_BYTES = 16 * 2 ** 20;
const MAX_BOXES = 1000;
const VERSION_BYTES = 4;

/** The parts of a HEIF, AVIF or MP4 file that describe its pictures. */
export interface HeifHead {
  readonly brand: string;
  /** Content of the boxes that describe still pictures and frames, as far as the file has them. */
  readonly meta?: Buffer;
  readonly moov?: Buffer;
  /** False if a box ends behind the file. */
  readonly isWhole: boolean;
}

/** Reads the head of such a file wherever its boxes are. */
export async function readHeifHead(file: FileHandle, maxBoxBytes = MAX_BOX_BYTES): Promise<HeifHead> {
  const { size } = await file.stat();
  const read = async (at: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  };
  const found: Record<string, Buffer> = {};
  let isWhole = true;
  for (let at = 0, n = 0; at + 8 <= size && n < MAX_BOXES; n++) {
    const head = await read(at, Math.min(16, size - at));
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length === 16;
    const length = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short;
    const contentAt = at + (isLong ? 16 : 8);
    const end = Math.min(size, at + length);
    isWhole &&= at + length <= size;
    const type = head.toString('latin1', 4, 8);
    if (/^(?:ftyp|meta|moov)$/.test(type) && end > contentAt && end - contentAt <= maxBoxBytes)
      found[type] ??= await read(contentAt, end - contentAt);
    if (length < 8) break;
    at += length;
    // Not even the head of the next box is there.
    if (at < size && at + 8 > size) isWhole = false;
  }
  const { ftyp, meta, moov } = found;
  const brand = ftyp?.toString('latin1', 0, 4) ?? '';
  return { brand, ...(meta ? { meta } : {}), ...(moov ? { moov } : {}), isWhole };
}

/** A property of a picture, such as its size or a rotation. */
export interface HeifProperty {
  readonly type: string;
  readonly content: Buffer;
}

/** Returns the ID of the primary picture; undefined if there is none. */
export function primaryPicture(meta: Buffer): number | undefined {
  const primary = contentOf(meta, 'pitm', VERSION_BYTES);
  if (primary === undefined || primary.length < 6) return undefined;
  return primary[0] === 0 || primary.length < 8 ? primary.readUInt16BE(4) : primary.readUInt32BE(4);
}

/** Returns the properties of a picture in the order in which they apply (ISO/IEC 23008-12: `ipma`). */
export function propertiesOf(meta: Buffer, picture: number): readonly HeifProperty[] {
  return propertiesOfEach(meta, [picture]).get(picture) ?? [];
}

/** Returns the properties of those pictures that have any, like `propertiesOf`, but reads the tables once for all. */
export function propertiesOfEach(
  meta: Buffer,
  pictures: readonly number[],
): ReadonlyMap<number, readonly HeifProperty[]> {
  const found = new Map<number, readonly HeifProperty[]>();
  const all = contentOf(meta, 'iprp', VERSION_BYTES);
  const container = all && contentOf(all, 'ipco');
  if (all === undefined || container === undefined) return found;
  const stored = [...boxesIn(container)].map(({ type, contentAt, end }) => ({
    ...{ type, content: container.subarray(contentAt, end) },
  }));
  const wanted = new Set(pictures);
  for (const { type, contentAt, end } of boxesIn(all)) {
    if (type !== 'ipma') continue;
    for (const [picture, numbers] of associationsIn(all.subarray(contentAt, end), wanted)) {
      const properties = numbers.flatMap((number) => stored[number - 1] ?? []);
      if (!found.has(picture)) found.set(picture, properties);
    }
  }
  return found;
}

function associationsIn(ipma: Buffer, pictures: ReadonlySet<number>): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, readonly number[]>();
  const idBytes = ipma[0] === 0 ? 2 : 4;
  const isWide = ((ipma[3] ?? 0) & 1) === 1;
  const width = isWide ? 2 : 1;
  const items = ipma.length < 8 ? 0 : ipma.readUInt32BE(4);
  for (let item = 0, at = 8; item < items && at + idBytes < ipma.length; item++) {
    const id = ipma.readUIntBE(at, idBytes);
    const from = at + idBytes + 1;
    at = Math.min(ipma.length, from + (ipma[from - 1] ?? 0) * width);
    if (!pictures.has(id) || found.has(id)) continue;
    const numbers: number[] = [];
    // The highest bit says whether the property is essential.
    for (let of = from; of + width <= at; of += width)
      numbers.push(ipma.readUIntBE(of, width) & (isWide ? 0x7fff : 0x7f));
    if (numbers.length > 0) found.set(id, numbers);
  }
  return found;
}

/** Returns the size of a picture as shown: cut and turned. Undefined if it isn't stated. */
export function heifSize(properties: readonly HeifProperty[]): Size | undefined {
  let size: Size | undefined;
  for (const { type, content } of properties) {
    if (type === 'ispe' && content.length >= 12)
      size = { width: content.readUInt32BE(4), height: content.readUInt32BE(8) };
    else if (type === 'clap' && content.length >= 16 && size) size = cutSize(content) ?? size;
    else if (type === 'irot' && ((content[0] ?? 0) & 1) === 1 && size)
      size = { width: size.height, height: size.width };
  }
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

/**
 * Returns which part of a picture is shown, in pixels of the picture as turned and mirrored, but not cut. Undefined if it
 * isn't cut.
 */
export function heifCut(properties: readonly HeifProperty[]): Area | undefined {
  let whole: Size | undefined;
  let cut: Area | undefined;
  for (const { type, content } of properties) {
    const way = content[0] ?? 0;
    if (type === 'ispe' && content.length >= 12) whole = heifSize([{ type, content }]);
    else if (type === 'clap' && content.length >= 32 && whole && !cut) cut = cutOf(content, whole);
    else if (type === 'irot' && whole) {
      for (let turn = 0; turn < (way & 3); turn++) {
        const { width, height } = whole as Size;
        if (cut) cut = { left: cut.top, top: width - cut.left - cut.width, width: cut.height, height: cut.width };
        whole = { width: height, height: width };
      }
    } else if (type === 'imir' && whole && cut) {
      const isLeftRight = (way & 1) === 1;
      if (isLeftRight) cut = { ...cut, left: whole.width - cut.left - cut.width };
      else cut = { ...cut, top: whole.height - cut.top - cut.height };
    }
  }
  return cut;
}

/** Reads a clean aperture: its size, and how far its middle is from that of the picture, each a fraction. */
function cutOf(content: Buffer, whole: Size): Area | undefined {
  const size = cutSize(content);
  if (size === undefined) return undefined;
  const [across = 0, down = 0] = [16, 24].map((at) => content.readInt32BE(at) / content.readUInt32BE(at + 4));
  const left = Math.max(0, Math.floor(across + (whole.width - size.width) / 2));
  const top = Math.max(0, Math.floor(down + (whole.height - size.height) / 2));
  const width = Math.min(size.width, whole.width - left);
  const height = Math.min(size.height, whole.height - top);
  return width > 0 && height > 0 ? { left, top, width, height } : undefined;
}

/** Reads width and height of a clean aperture, each a fraction. */
function cutSize(content: Buffer): Size | undefined {
  const [width = 0, height = 0] = [0, 8].map((at) =>
    Math.round(content.readUInt32BE(at) / content.readUInt32BE(at + 4)),
  );
  return width > 0 && height > 0 && Number.isFinite(width) && Number.isFinite(height) ? { width, height } : undefined;
}

/** Returns the content of the first box of a type behind the first `before` bytes. */
export function contentOf(bytes: Buffer, type: string, before = 0): Buffer | undefined {
  for (const box of boxesIn(bytes, before)) if (box.type === type) return bytes.subarray(box.contentAt, box.end);
  return undefined;
}
