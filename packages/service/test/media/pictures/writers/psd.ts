import { deflateSync } from 'node:zlib';

/** The content of the file. */
export interface PsdContent {
  readonly width: number;
  readonly height: number;
  readonly mode: number;
  /** Channels of eight bits, row by row. */
  readonly planes: readonly Buffer[];
  /** 0 none, 1 run lengths, 2 ZIP. */
  readonly compression?: 0 | 1 | 2;
  readonly isLarge?: boolean;
  /** Below 0: the merged picture has transparency. */
  readonly layerCount?: number;
}

/** A Photoshop file according to the published format description. */
export function writePsd(content: PsdContent): Buffer {
  const { width, height, mode, planes, isLarge = false, layerCount = 0 } = content;
  const header = Buffer.alloc(26);
  header.write('8BPS', 'latin1');
  header.writeUInt16BE(isLarge ? 2 : 1, 4);
  header.writeUInt16BE(planes.length, 12);
  header.writeUInt32BE(height, 14);
  header.writeUInt32BE(width, 18);
  header.writeUInt16BE(8, 22);
  header.writeUInt16BE(mode, 24);
  const info = Buffer.concat([uint16(layerCount & 0xffff), uint16(0)]);
  const layers = layerCount === 0 ? [] : [length(info.length, isLarge), info];
  const layersLength = layers.reduce((sum, part) => sum + part.length, 0);
  // Neither palette nor resources.
  return Buffer.concat([header, uint32(0), uint32(0), length(layersLength, isLarge), ...layers, merged(content)]);
}

function merged({ width, height, planes, compression = 0, isLarge = false }: PsdContent): Buffer {
  const rows = planes.flatMap((plane) =>
    Array.from({ length: height }, (_, y) => plane.subarray(y * width, (y + 1) * width)),
  );
  const method = uint16(compression);
  if (compression === 0) return Buffer.concat([method, ...rows]);
  if (compression === 2) return Buffer.concat([method, deflateSync(Buffer.concat(rows))]);
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
