/** Packs the typed arrays of a segment into buffers that threads share and files store as they are. */

export type Column = Codes | Float64Array;

/** Codes or numbers by doc or link, in the narrowest type that can hold them. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Columns by name, nested as in `Segment`. */
export interface ColumnTree {
  readonly [name: string]: Column | ColumnTree;
}

type Kind = 'u8' | 'u16' | 'u32' | 'f64';

/** The location of a column: its type, the number of its buffer, the offset of its first byte there, and its length. */
type Place = readonly [kind: Kind, buffer: number, offset: number, length: number];

/** The locations of all columns of a tree; plain data that can be sent as JSON or in messages. */
export interface Directory {
  readonly [name: string]: Place | Directory;
}

/** Small columns share the first buffer; each large one has its own, so that none bounds the size of an index. */
export interface Packed {
  readonly buffers: readonly SharedArrayBuffer[];
  readonly directory: Directory;
}

/** Columns in the first buffer are aligned to this many bytes, a cache line. */
const ALIGNMENT = 64;

/** Columns of this many bytes or more have a buffer of their own. */
const LARGE_BYTES = 1024 * 1024;

/** Returns a column of zeros. A large one is in shared memory, so that `pack` need not copy it. */
export function newColumn<T extends Column>(Type: new (of: SharedArrayBuffer | number) => T, length: number): T {
  const bytes = length * (Type as unknown as typeof Uint8Array).BYTES_PER_ELEMENT;
  return bytes < LARGE_BYTES ? new Type(length) : new Type(new SharedArrayBuffer(bytes));
}

/** Copies the columns into shared buffers, but those that fill one already. A column that appears several times is stored once. */
export function pack(tree: ColumnTree): Packed {
  const places = new Map<Column, Place>();
  const large: SharedArrayBuffer[] = [];
  let bytes = 0;
  const place = (column: Column): Place => {
    const kind = kindOf(column);
    if (column.byteLength >= LARGE_BYTES) return [kind, large.push(inOwnBuffer(column)), 0, column.length];
    const at: Place = [kind, 0, bytes, column.length];
    bytes = Math.ceil((bytes + column.byteLength) / ALIGNMENT) * ALIGNMENT;
    return at;
  };
  const layOut = (branch: ColumnTree): Directory =>
    mapValues(branch, (each) => (isColumn(each) ? places.getOrInsertComputed(each, place) : layOut(each)));
  const directory = layOut(tree);
  const buffers = [new SharedArrayBuffer(bytes), ...large];
  for (const [column, at] of places) if (at[1] === 0) view(buffers, at).set(column);
  return { buffers, directory };
}

function inOwnBuffer(column: Column): SharedArrayBuffer {
  const { buffer, byteOffset, byteLength } = column;
  if (buffer instanceof SharedArrayBuffer && buffer.byteLength === byteLength) return buffer;
  const own = new SharedArrayBuffer(byteLength);
  new Uint8Array(own).set(new Uint8Array(buffer, byteOffset, byteLength));
  return own;
}

/** Size of the columns in bytes. */
export function bytesIn({ buffers }: Packed): number {
  return buffers.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Returns the columns stored in buffers, without copying them. */
export function attach({ buffers, directory }: Packed): ColumnTree {
  const columns = new Map<string, Column>();
  const open = (branch: Directory): ColumnTree =>
    mapValues(branch, (each) => {
      if (!isPlace(each)) return open(each);
      const [, buffer, offset, length] = each;
      // An empty column has the same offset as the column after it.
      if (length === 0) return view(buffers, each);
      return columns.getOrInsertComputed(`${buffer} ${offset}`, () => view(buffers, each));
    });
  return open(directory);
}

/** Copies the values into shared memory, so that messages do not copy them. */
export function shared(values: Uint32Array): Uint32Array {
  const copy = new Uint32Array(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}

/** Elements of the first chunk of a growing list, and the most of any. */
const FIRST_CHUNK = 1024;
const LARGEST_CHUNK = 1024 * 1024;

/** A growing list of numbers: whole ones below 2^32, or with `Float64Array` any. It grows by chunks, so nothing is copied. */
export class Growing<T extends Uint32Array | Float64Array = Uint32Array> {
  readonly #Type: new (
    length: number,
  ) => T;
  readonly #full: T[] = [];
  #chunk: T;
  /** The number of elements in `#chunk`, and in all full ones. */
  #at = 0;
  #before = 0;

  constructor(
    Type: new (length: number) => T = Uint32Array as unknown as new (
      length: number,
    ) => T,
    firstChunk = FIRST_CHUNK,
  ) {
    this.#Type = Type;
    this.#chunk = new Type(firstChunk);
  }

  get length(): number {
    return this.#before + this.#at;
  }

  push(value: number): void {
    if (this.#at === this.#chunk.length) {
      this.#full.push(this.#chunk);
      this.#before += this.#at;
      this.#chunk = new this.#Type(Math.min(Math.max(this.#before, 16), LARGEST_CHUNK));
      this.#at = 0;
    }
    this.#chunk[this.#at++] = value;
  }

  /** Moves the elements into a column of this type, by default their own. */
  column<C extends Column = T>(Type = this.#Type as unknown as new (of: SharedArrayBuffer | number) => C): C {
    const all = newColumn(Type, this.length);
    let at = 0;
    for (const chunk of this.chunks()) {
      all.set(chunk, at);
      at += chunk.length;
    }
    this.clear();
    return all;
  }

  /** Lets go of the elements, because what has ended may be reachable for long. */
  clear(): void {
    this.#full.length = 0;
    this.#chunk = new this.#Type(0);
    this.#before = 0;
    this.#at = 0;
  }

  /** Moves the elements into the narrowest type that holds numbers up to `most`. */
  narrow(most = this.#most()): Codes {
    return this.column<Codes>(typeFor(most));
  }

  *chunks(): Generator<T> {
    yield* this.#full;
    yield this.#chunk.subarray(0, this.#at) as T;
  }

  #most(): number {
    let most = 0;
    for (const chunk of this.chunks()) for (const value of chunk) most = Math.max(most, value);
    return most;
  }
}

/** A growing list of floating-point numbers. */
export function newNumbers(): Growing<Float64Array> {
  return new Growing<Float64Array>(Float64Array);
}

/** The narrowest type that can hold numbers up to `most`: small arrays stay in the CPU caches. */
function typeFor(most: number): new (of: SharedArrayBuffer | number) => Codes {
  return most <= 0xff ? Uint8Array : most <= 0xffff ? Uint16Array : Uint32Array;
}

/** Returns zeros of the narrowest type that can hold numbers up to `most`. */
export function newCodes(length: number, most: number): Codes {
  return newColumn<Codes>(typeFor(most), length);
}

function view(buffers: Packed['buffers'], [kind, number, offset, length]: Place): Column {
  const buffer = buffers[number] as SharedArrayBuffer;
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
