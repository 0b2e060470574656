/** Writes compound files, spreadsheets of Excel among them. */

const SECTOR = 512;
/** Shorter streams would be somewhere else. */
const SMALLEST = 4096;
const TABLE_ENTRIES = SECTOR / 4;
const LAST = 0xfffffffe;
const NONE = 0xffffffff;

/** A compound file with these streams, which are filled with zeros to 4,096 bytes. */
export function compoundOf(streams: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(streams);
  const contents = Object.values(streams).map((bytes) => padded(bytes, SMALLEST));
  const directory = Buffer.alloc(Math.ceil((names.length + 1) / 4) * SECTOR);
  const entry = (n: number, name: string, fields: readonly number[]) => {
    directory.write(name, n * 128, 'utf16le');
    directory.writeUInt16LE(name.length * 2 + 2, n * 128 + 64);
    const [type = 0, right = 0, child = 0, start = 0, size = 0] = fields;
    directory[n * 128 + 66] = type;
    for (const [at, value] of [
      [68, NONE],
      [72, right],
      [76, child],
      [116, start],
      [120, size],
    ] as const)
      directory.writeUInt32LE(value, n * 128 + at);
  };
  const directorySectors = directory.length / SECTOR;
  const sectors = directorySectors + contents.reduce((sum, bytes) => sum + bytes.length / SECTOR, 0);
  let tables = 0;
  while (tables * TABLE_ENTRIES < sectors + tables) tables += 1;
  const table = new Uint32Array(tables * TABLE_ENTRIES).fill(NONE);
  const chain = (start: number, length: number) => {
    for (let n = 0; n < length; n += 1) table[start + n] = n === length - 1 ? LAST : start + n + 1;
  };
  table.fill(0xfffffffd, 0, tables);
  chain(tables, directorySectors);
  entry(0, 'Root Entry', [5, NONE, names.length > 0 ? 1 : NONE, LAST, 0]);
  let next = tables + directorySectors;
  for (const [n, bytes] of contents.entries()) {
    chain(next, bytes.length / SECTOR);
    entry(n + 1, names[n] ?? '', [2, n + 2 <= names.length ? n + 2 : NONE, NONE, next, bytes.length]);
    next += bytes.length / SECTOR;
  }
  const head = Buffer.alloc(SECTOR, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head);
  head.fill(0, 8, 24);
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
    [34, 0],
    [36, 0],
    [38, 0],
  ] as const)
    head.writeUInt16LE(value, at);
  for (const [at, value] of [
    [40, 0],
    [44, tables],
    [48, tables],
    [52, 0],
    [56, SMALLEST],
    [60, LAST],
    [64, 0],
    [68, LAST],
    [72, 0],
  ] as const)
    head.writeUInt32LE(value, at);
  for (let n = 0; n < tables; n += 1) head.writeUInt32LE(n, 76 + n * 4);
  return Buffer.concat([head, Buffer.from(table.buffer), directory, ...contents]);
}

function padded(bytes: Buffer, least: number): Buffer {
  const length = Math.max(least, Math.ceil(bytes.length / SECTOR) * SECTOR);
  return Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]);
}

/** A record of .xls. */
export function record(type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
}

export function words(...values: readonly number[]): Buffer {
  return Buffer.from(Uint16Array.from(values).buffer);
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

/** The stream of a workbook with one sheet of one column: `extra` before its sheet, and in its cells the numbers of rows. */
export function xlsBook(rows: number, extra: Buffer = Buffer.alloc(0), cells: readonly Buffer[] = []): Buffer {
  const beginning = (kind: number) => record(0x0809, words(0x0600, kind, 0x0dbb, 0x07cc, 0, 0, 6, 0));
  const end = record(0x000a, Buffer.alloc(0));
  const sheetAt = (at: number) =>
    record(0x0085, Buffer.concat([words(at & 0xffff, at >> 16, 0), Buffer.from('\x01\0a', 'latin1')]));
  const start = beginning(0x0005).length + extra.length + sheetAt(0).length + end.length;
  const numbers = Array.from({ length: rows }, (_, row) =>
    record(0x0203, Buffer.concat([words(row, 0, 0), double(row + 1)])),
  );
  const sheet = [beginning(0x0010), record(0x0200, words(0, 0, rows & 0xffff, 0, 0, 1, 0)), ...cells, ...numbers, end];
  return Buffer.concat([beginning(0x0005), extra, sheetAt(start), end, ...sheet]);
}
