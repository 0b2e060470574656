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
const LARGEST_CHUNK = 16_384;

/** Longer lists are kept in blocks. */
const SHORT_LIST = 4 * LARGEST_CHUNK;

/**
 * Bytes of a block: so many that it is apart from other memory, which the system takes back at once when it is freed. Until then
 * only what has been written to is in memory.
 */
export const BLOCK_BYTES = 32 * 1024 * 1024;

/** Numbers of a list; where there is one value for several, all are the same. */
interface Block {
  readonly values: Column;
  length: number;
}

/**
 * A growing list of numbers: whole ones below 2^32, or with `Float64Array` any. It grows by blocks of the narrowest type, so
 * nothing large is copied, and takes no memory while all are the same.
 */
export class Growing<T extends Uint32Array | Float64Array = Uint32Array> {
  readonly #Type: new (
    length: number,
  ) => T;
  #full: Block[] = [];
  #chunk: T;
  /** The number of elements in `#chunk`, and in all full ones. */
  #at = 0;
  #before = 0;
  /** The largest number in full chunks. */
  #most = 0;

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
    if (this.#at === this.#chunk.length) this.#keep();
    this.#chunk[this.#at++] = value;
  }

  /** Moves the elements into a column of this type, by default their own. */
  column<C extends Column = T>(Type = this.#Type as unknown as new (of: SharedArrayBuffer | number) => C): C {
    return this.#moveTo(newColumn(Type, this.length));
  }

  /** Moves the elements into the narrowest type that holds numbers up to `most`. */
  narrow(most = this.#maxOfAll()): Codes {
    return this.column<Codes>(typeFor(most));
  }

  /** Like `narrow`, in memory that can be freed (`free`) but is not shared. */
  own(): Codes {
    return this.#moveTo(new (typeFor(this.#maxOfAll()))(this.length));
  }

  #maxOfAll(): number {
    return Math.max(this.#most, maxOf(this.#chunk.subarray(0, this.#at)));
  }

  #moveTo<C extends Column>(all: C): C {
    let at = 0;
    for (const { values, length } of this.#full) {
      if (values.length === 1) all.fill(values[0] as number, at, at + length);
      else all.set(values.subarray(0, length), at);
      at += length;
      free(values);
    }
    all.set(this.#chunk.subarray(0, this.#at), at);
    this.clear();
    return all;
  }

  /** Lets go of the elements, because what has ended may be reachable for long. */
  clear(): void {
    this.#full = [];
    this.#chunk = new this.#Type(0);
    this.#before = 0;
    this.#at = 0;
  }

  #keep(): void {
    const chunk = this.#chunk;
    const most = chunk instanceof Uint32Array ? maxOf(chunk) : 0;
    this.#most = Math.max(this.#most, most);
    const value = chunk[0] as number;
    const last = this.#full.at(-1);
    const isFirst = !last || (this.#full.length === 1 && last.values.length === 1 && Object.is(last.values[0], value));
    if (isFirst && chunk.every((each) => Object.is(each, value))) {
      if (last) last.length += chunk.length;
      else this.#full.push({ values: new this.#Type(1).fill(value), length: chunk.length });
    } else {
      const block = this.#blockFor(chunk instanceof Uint32Array ? typeFor(most) : Float64Array);
      block.values.set(chunk, block.length);
      block.length += chunk.length;
    }
    this.#before += this.#at;
    this.#at = 0;
    if (chunk.length < LARGEST_CHUNK) {
      this.#chunk = new this.#Type(Math.min(Math.max(this.#before, 16), LARGEST_CHUNK));
    }
  }

  /** Returns a block with room for a chunk of this type. */
  #blockFor(Type: (new (length: number) => Column) & { readonly BYTES_PER_ELEMENT: number }): Block {
    const last = this.#full.at(-1);
    const length = this.#chunk.length;
    if (last && last.values.length - last.length >= length && last.values.BYTES_PER_ELEMENT >= Type.BYTES_PER_ELEMENT) {
      return last;
    }
    const isShort = this.#before < SHORT_LIST;
    const block = { values: new Type(isShort ? length : BLOCK_BYTES / Type.BYTES_PER_ELEMENT), length: 0 };
    this.#full.push(block);
    return block;
  }
}

function maxOf(values: Uint32Array | Float64Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, values[i] as number);
  return most;
}

/** Gives the memory of arrays that nobody uses any more back at once, which the garbage collector would put off. */
export function free(...arrays: readonly Column[]): void {
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** A growing list of floating-point numbers. */
export function newNumbers(): Growing<Float64Array> {
  return new Growing<Float64Array>(Float64Array);
}

/** The narrowest type that can hold numbers up to `most`: small arrays stay in the CPU caches. */
function typeFor(
  most: number,
): (new (of: SharedArrayBuffer | number) => Codes) & { readonly BYTES_PER_ELEMENT: number } {
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
