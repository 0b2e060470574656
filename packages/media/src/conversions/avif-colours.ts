import { readFile, writeFile } from 'node:fs/promises';
import { boxesIn, type IsoBox } from '../inspect/boxes.ts';
import type { Cicp } from '../inspect/colours/cicp.ts';

/** Matrix coefficients that the encoder uses (ITU-T H.273): those of BT.601. */
const MATRIX = 6;
const FULL_RANGE = 0x80;
const FULL_BOX = 12;

/**
 * Writes the colour space into an AVIF file as a property of its pictures. The property overrides what the coded
 * pictures state. The inserted bytes move everything behind them, so the offsets of the coded pictures are corrected.
 */
export async function writeAvifColours(path: string, cicp: Cicp): Promise<void> {
  const file = await readFile(path);
  await writeFile(path, withColours(file, cicp));
}

/** Returns a copy of an AVIF file with the colour space added as a property of every item. */
export function withColours(file: Buffer, { primaries, transfer }: Pick<Cicp, 'primaries' | 'transfer'>): Buffer {
  const property = Buffer.alloc(19);
  property.writeUInt32BE(property.length);
  property.write('colrnclx', 4, 'latin1');
  property.writeUInt16BE(primaries, 12);
  property.writeUInt16BE(transfer, 14);
  property.writeUInt16BE(MATRIX, 16);
  property[18] = FULL_RANGE;
  return withItemProperty(file, property);
}

/** Returns a copy of an AVIF file with this box as the last property of every item. */
export function withItemProperty(file: Buffer, property: Buffer): Buffer {
  const meta = boxIn(file, 'meta', 0, file.length);
  const iprp = boxIn(file, 'iprp', meta.at + FULL_BOX, meta.end);
  const ipco = boxIn(file, 'ipco', iprp.contentAt, iprp.end);
  const ipma = boxIn(file, 'ipma', ipco.end, iprp.end);
  const iloc = boxIn(file, 'iloc', meta.at + FULL_BOX, meta.end);
  const properties = [...boxesIn(file, ipco.contentAt, ipco.end)].length;
  const associations = withProperty(file.subarray(ipma.at, ipma.end), properties + 1);
  const grown = property.length + associations.length - (ipma.end - ipma.at);

  const head = Buffer.from(file.subarray(0, ipma.end));
  for (const { at, size } of [
    { at: meta.at, size: grown },
    { at: iprp.at, size: grown },
    { at: ipco.at, size: property.length },
  ])
    head.writeUInt32BE(head.readUInt32BE(at) + size, at);
  const whole = Buffer.from(file);
  head.copy(whole);
  moveItems(whole, iloc.at, grown);
  return Buffer.concat([
    whole.subarray(0, ipco.end),
    property,
    whole.subarray(ipco.end, ipma.at),
    associations,
    whole.subarray(ipma.end),
  ]);
}

function boxIn(file: Buffer, type: string, from: number, end: number): IsoBox {
  for (const box of boxesIn(file, from, end)) if (box.type === type) return box;
  throw new Error(`the encoder has written an AVIF file without ${type}`);
}

/** Returns the `ipma` box, which assigns properties to items, with one more property for every item. */
function withProperty(ipma: Buffer, property: number): Buffer {
  const idBytes = ipma[8] === 0 ? 2 : 4;
  const isWide = ((ipma[11] ?? 0) & 1) === 1;
  const count = ipma.readUInt32BE(FULL_BOX);
  const added = Buffer.from(isWide ? [property >> 8, property & 255] : [property]);
  const parts: Buffer[] = [Buffer.from(ipma.subarray(0, FULL_BOX + 4))];
  let at = FULL_BOX + 4;
  for (let item = 0; item < count; item++) {
    const associations = ipma[at + idBytes] ?? 0;
    const end = at + idBytes + 1 + associations * added.length;
    const entry = Buffer.from(ipma.subarray(at, end));
    entry[idBytes] = associations + 1;
    parts.push(entry, added);
    at = end;
  }
  const box = Buffer.concat(parts);
  box.writeUInt32BE(box.length);
  return box;
}

/** Adds `by` bytes, the number inserted before the items, to the file offsets of all items. */
function moveItems(file: Buffer, iloc: number, by: number): void {
  const version = file[iloc + 8] ?? 0;
  const sizes = file.readUInt16BE(iloc + FULL_BOX);
  const [offsetBytes, lengthBytes, baseBytes, indexBytes] = [
    sizes >> 12,
    (sizes >> 8) & 15,
    (sizes >> 4) & 15,
    sizes & 15,
  ];
  let at = iloc + FULL_BOX + 2;
  const take = (bytes: number) => {
    const value = bytes === 0 ? 0 : file.readUIntBE(at, bytes);
    at += bytes;
    return value;
  };
  const items = take(version < 2 ? 2 : 4);
  for (let item = 0; item < items; item++) {
    take(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : take(2) & 15;
    take(2);
    const baseAt = at;
    const base = take(baseBytes);
    if (method === 0 && base > 0) file.writeUIntBE(base + by, baseAt, baseBytes);
    const extents = take(2);
    for (let extent = 0; extent < extents; extent++) {
      if (version > 0) take(indexBytes);
      const offsetAt = at;
      const offset = take(offsetBytes);
      if (method === 0 && base === 0) file.writeUIntBE(offset + by, offsetAt, offsetBytes);
      take(lengthBytes);
    }
  }
}
