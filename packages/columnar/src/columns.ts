/** Packs the typed arrays of a segment into one buffer that threads share and files store as it is. */

export type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Columns by name, nested as in `Segment`. */
export interface ColumnTree {
  readonly [name: string]: Column | ColumnTree;
}

type Kind = 'u8' | 'u16' | 'u32' | 'f64';

/** The location of a column in the buffer: its type, the offset of its first byte, and its number of elements. */
type Place = readonly [kind: Kind, offset: number, length: number];

/** The locations of all columns of a tree; plain data that can be sent as JSON or in messages. */
export interface Directory {
  readonly [name: string]: Place | Directory;
}

export interface Packed {
  readonly buffer: SharedArrayBuffer;
  readonly directory: Directory;
}

/** Columns are aligned to this many bytes, a cache line. */
const ALIGNMENT = 64;

/** Copies the columns into one buffer. A column that appears in the tree several times is stored once. */
export function pack(tree: ColumnTree): Packed {
  const places = new Map<Column, Place>();
  let bytes = 0;
  const place = (column: Column): Place => {
    const kind = kindOf(column);
    const at: Place = [kind, bytes, column.length];
    bytes = Math.ceil((bytes + column.byteLength) / ALIGNMENT) * ALIGNMENT;
    return at;
  };
  const layOut = (branch: ColumnTree): Directory =>
    mapValues(branch, (each) => (isColumn(each) ? places.getOrInsertComputed(each, place) : layOut(each)));
  const directory = layOut(tree);
  const buffer = new SharedArrayBuffer(bytes);
  for (const [column, at] of places) view(buffer, at).set(column);
  return { buffer, directory };
}

/** Returns the columns stored in a buffer, without copying them. */
export function attach({ buffer, directory }: Packed): ColumnTree {
  const columns = new Map<number, Column>();
  const open = (branch: Directory): ColumnTree =>
    mapValues(branch, (each) => {
      if (!isPlace(each)) return open(each);
      const [, offset, length] = each;
      // An empty column has the same offset as the column after it.
      return length === 0 ? view(buffer, each) : columns.getOrInsertComputed(offset, () => view(buffer, each));
    });
  return open(directory);
}

/** Copies the values into shared memory, so that messages do not copy them. */
export function shared(values: Uint32Array): Uint32Array {
  const copy = new Uint32Array(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}

/** A growing list of whole numbers below 2^32. It doubles its capacity when full. */
export class Growing {
  #values: Uint32Array;
  length = 0;

  constructor(capacity = 1024) {
    this.#values = new Uint32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }

  values(): Uint32Array {
    return this.#values.subarray(0, this.length);
  }
}

/** Copies values up to `most` into the narrowest array that can hold them: small arrays stay in the CPU caches. */
export function narrow(values: Uint32Array, most: number): Uint8Array | Uint16Array | Uint32Array {
  if (most <= 0xff) return Uint8Array.from(values);
  return most <= 0xffff ? Uint16Array.from(values) : values.slice();
}

function view(buffer: SharedArrayBuffer, [kind, offset, length]: Place): Column {
  switch (kind) {
    case 'u8':
      return new Uint8Array(buffer, offset, length);
    case 'u16':
      return new Uint16Array(buffer, offset, length);
    case 'u32':
      return new Uint32Array(buffer, offset, length);
    case 'f64':
      return new Float64Array(buffer, offset, length);
  }
}

function kindOf(column: Column): Kind {
  if (column instanceof Uint8Array) return 'u8';
  if (column instanceof Uint16Array) return 'u16';
  return column instanceof Uint32Array ? 'u32' : 'f64';
}

function isColumn(value: Column | ColumnTree): value is Column {
  return ArrayBuffer.isView(value);
}

function isPlace(value: Place | Directory): value is Place {
  return Array.isArray(value);
}

function mapValues<A, B>(tree: { readonly [name: string]: A }, change: (value: A) => B): { [name: string]: B } {
  return Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, change(value)]));
}
