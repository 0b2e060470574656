/** Where the live docs of several segments are in the segment that they are merged into. */
import { type Codes, type Column, newColumn } from './columns.ts';
import { allDocs, type Bits, hasBit } from './docs.ts';
import type { OpenSegment } from './open-segment.ts';
import { sortByNumber } from './radix-sort.ts';
import { NONE } from './segment.ts';

/** A segment to be merged, without its deleted docs. */
export interface MergeSource {
  readonly open: OpenSegment;
  readonly deleted: Bits;
  /** See `SegmentData`. */
  readonly nodeParents: Uint32Array;
}

/** The docs of a merged segment, in ascending order of asset ID. */
export class MergedDocs {
  readonly ids: Float64Array;
  /** The new doc of each doc, by source; NONE for deleted ones. */
  readonly places: readonly Uint32Array[];
  /** The source of each new doc, and its doc there. */
  readonly sources: Uint16Array;
  readonly docs: Uint32Array;
  /** The new docs that are not from the first source. */
  readonly #later: Uint32Array;

  constructor(sources: readonly MergeSource[]) {
    const live = sources.map(({ open, deleted }) => allDocs(open.size).filter((doc) => !hasBit(deleted, doc)));
    const size = live.reduce((sum, { length }) => sum + length, 0);
    const [first, ...rest] = live as [Uint32Array, ...Uint32Array[]];
    const added = size - first.length;
    // Most docs are in the first source, so only the others are sorted.
    const [from, docs, ids] = [new Uint16Array(added), new Uint32Array(added), new Float64Array(added)];
    let count = 0;
    for (const [i, list] of rest.entries()) {
      const all = (sources[i + 1] as MergeSource).open.columns.ids;
      for (const doc of list) {
        from[count] = i + 1;
        docs[count] = doc;
        ids[count++] = all[doc] as number;
      }
    }
    const order = sortByNumber(allDocs(added), ids);
    this.ids = newColumn(Float64Array, size);
    this.places = sources.map(({ open }) => new Uint32Array(open.size).fill(NONE));
    this.sources = new Uint16Array(size);
    this.docs = new Uint32Array(size);
    this.#later = new Uint32Array(added);
    const own = (sources[0] as MergeSource).open.columns.ids;
    for (let at = 0, next = 0, i = 0; at < size; at++) {
      const other = order[next];
      if (other !== undefined && (i === first.length || (ids[other] as number) < (own[first[i] as number] as number))) {
        this.#later[next++] = at;
        this.#put(at, from[other] as number, docs[other] as number, ids[other] as number);
      } else {
        const doc = first[i++] as number;
        this.#put(at, 0, doc, own[doc] as number);
      }
    }
  }

  get size(): number {
    return this.ids.length;
  }

  /**
   * Returns the docs that have a key (NaN is none) in the order of it, ties by doc. `first` are the docs of the first source in
   * this order.
   */
  inOrder(first: Uint32Array, keys: Float64Array): Uint32Array {
    const [places] = this.places as readonly [Uint32Array];
    const added = sortByNumber(
      this.#later.filter((doc) => !Number.isNaN(keys[doc])),
      keys,
    );
    const order = newColumn(Uint32Array, added.length + countOf(first, places));
    let next = 0;
    let at = 0;
    for (let i = 0; i < first.length; i++) {
      const doc = places[first[i] as number] as number;
      if (doc === NONE) continue;
      const key = keys[doc] as number;
      for (; next < added.length; next++) {
        const other = added[next] as number;
        const otherKey = keys[other] as number;
        if (otherKey > key || (otherKey === key && other > doc)) break;
        order[at++] = other;
      }
      order[at++] = doc;
    }
    order.set(added.subarray(next), at);
    return order;
  }

  /** Copies the values of a source, `width` for each doc. A column that is empty or missing has none. */
  copy(into: Column, source: number, column: Column | undefined, width = 1): void {
    if (!column || column.length === 0) return;
    const places = this.places[source] as Uint32Array;
    for (let doc = 0; doc < places.length; doc++) {
      const place = places[doc] as number;
      if (place === NONE) continue;
      for (let i = 0; i < width; i++) into[place * width + i] = column[doc * width + i] as number;
    }
  }

  /** Copies codes into the widest of their types; the column is empty if that of each source is. */
  codes(columns: readonly (Codes | undefined)[], width = 1): Codes {
    const bytes = Math.max(1, ...columns.map((column) => column?.BYTES_PER_ELEMENT ?? 1));
    const Type = bytes === 1 ? Uint8Array : bytes === 2 ? Uint16Array : Uint32Array;
    const isEmpty = columns.every((column) => !column || column.length === 0);
    const into = newColumn<Codes>(Type, isEmpty ? 0 : this.size * width);
    for (const [i, column] of columns.entries()) this.copy(into, i, column, width);
    return into;
  }

  #put(at: number, source: number, doc: number, id: number): void {
    this.ids[at] = id;
    this.sources[at] = source;
    this.docs[at] = doc;
    (this.places[source] as Uint32Array)[doc] = at;
  }
}

function countOf(docs: Uint32Array, places: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < docs.length; i++) if (places[docs[i] as number] !== NONE) count += 1;
  return count;
}
