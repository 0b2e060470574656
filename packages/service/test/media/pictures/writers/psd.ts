import { deflateSync } from 'node:zlib';

/** The content of the file. */
export interface PsdContent {
  readonly width: number;
  readonly height: number;
  readonly mode: number;
  readonly bits: 1 | 8 | 16 | 32;
  /** Channels, row by row, most significant bytes first. */
  readonly planes: readonly Buffer[];
  /** 0 none, 1 run lengths, 2 ZIP, 3 ZIP of differences. */
  readonly compression?: 0 | 1 | 2 | 3;
  readonly isLarge?: boolean;
  readonly palette?: Buffer;
  readonly resources?: ReadonlyMap<number, Buffer>;
  /** Below 0: the merged picture has transparency. */
  readonly layerCount?: number;
}

/** A Photoshop file according to the published format description. */
export function writePsd(content: PsdContent): Buffer {
  const {
    width,
    height,
    mode,
    bits,
    planes,
    palette = Buffer.alloc(0),
    resources = new Map(),
    isLarge = false,
  } = content;
  const header = Buffer.alloc(26);
  header.write('8BPS', 'latin1');
  header.writeUInt16BE(isLarge ? 2 : 1, 4);
  header.writeUInt16BE(planes.length, 12);
  header.writeUInt32BE(height, 14);
  header.writeUInt32BE(width, 18);
  header.writeUInt16BE(bits, 22);
  header.writeUInt16BE(mode, 24);
  const blocks = [...resources].map(([id, data]) =>
    Buffer.concat([
      Buffer.from('8BIM'),
      uint16(id),
      uint16(0),
      uint32(data.length),
      data,
      Buffer.alloc(data.length % 2),
    ]),
  );
  return Buffer.concat([
    header,
    sized(palette),
    sized(Buffer.concat(blocks)),
    layers(content.layerCount ?? 0, bits, isLarge),
    merged(content),
  ]);
}

function layers(count: number, bits: number, isLarge: boolean): Buffer {
  if (count === 0) return length(0, isLarge);
  const info = Buffer.concat([uint16(count & 0xffff), uint16(0)]);
  if (bits < 16)
    return Buffer.concat([length(info.length + (isLarge ? 8 : 4), isLarge), length(info.length, isLarge), info]);
  // Files of 16 bits: no layers, no mask, then another block, then the layers in a block of their own.
  const other = Buffer.concat([Buffer.from('8BIMPatt'), uint32(4), uint32(7)]);
  const block = Buffer.concat([Buffer.from('8BIMLr16'), length(info.length, isLarge), info]);
  const body = Buffer.concat([length(0, isLarge), uint32(0), other, block]);
  return Buffer.concat([length(body.length, isLarge), body]);
}

function merged({ width, height, bits, planes, compression = 0, isLarge = false }: PsdContent): Buffer {
  const rowBytes = Math.ceil((width * bits) / 8);
  const rows = planes.flatMap((plane) =>
    Array.from({ length: height }, (_, y) => plane.subarray(y * rowBytes, (y + 1) * rowBytes)),
  );
  const method = uint16(compression);
  if (compression === 0) return Buffer.concat([method, ...rows]);
  if (compression === 2) return Buffer.concat([method, deflateSync(Buffer.concat(rows))]);
  if (compression === 3)
    return Buffer.concat([method, deflateSync(Buffer.concat(rows.map((row) => differences(row, bits))))]);
  const packed = rows.map(packBits);
  return Buffer.concat([
    method,
    ...packed.map((row) => (isLarge ? uint32(row.length) : uint16(row.length))),
    ...packed,
  ]);
}

/** Runs of three or more, the rest as literals. */
export function packBits(row: Buffer): Buffer {
  const out: number[] = [];
  for (let at = 0; at < row.length; ) {
    let run = 1;
    while (run < 128 && row[at + run] === row[at]) run += 1;
    if (run >= 3) {
      out.push(257 - run, row[at] ?? 0);
      at += run;
      continue;
    }
    let end = at + 1;
    while (end < row.length && end - at < 128 && !(row[end] === row[end + 1] && row[end] === row[end + 2])) end += 1;
    out.push(end - at - 1, ...row.subarray(at, end));
    at = end;
  }
  return Buffer.from(out);
}

function differences(row: Buffer, bits: number): Buffer {
  const out = Buffer.alloc(row.length);
  if (bits === 16) {
    for (let at = 0; at < row.length; at += 2)
      out.writeUInt16BE((row.readUInt16BE(at) - (at === 0 ? 0 : row.readUInt16BE(at - 2))) & 0xffff, at);
    return out;
  }
  const bytes = bits === 32 ? byteByByte(row) : row;
  for (let at = 0; at < row.length; at++) out[at] = (bytes[at] ?? 0) - (bytes[at - 1] ?? 0);
  return out;
}

function byteByByte(row: Buffer): Buffer {
  const width = row.length / 4;
  return Buffer.from(Array.from(row, (_, at) => row[(at % width) * 4 + Math.floor(at / width)] ?? 0));
}

function sized(data: Buffer): Buffer {
  return Buffer.concat([uint32(data.length), data]);
}

function length(value: number, isLarge: boolean): Buffer {
  return isLarge ? Buffer.concat([uint32(0), uint32(value)]) : uint32(value);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
