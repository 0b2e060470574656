/**
 * Which docs have a near neighbour, whoever may see it. To know that takes a comparison of every two, but segments never
 * change, so it is done once for each two of them; then only the few docs that have one need to be grouped for each viewer.
 */
import { setImmediate } from 'node:timers/promises';
import { firstAtLeast, NO_DOCS } from './docs.ts';
import { eachNearLoaded, lookOf, looksIn } from './looks.ts';
import { BLOCK_DOCS, nearKernel } from './near-kernel.ts';
import { LOOK, type Segment } from './segment.ts';

/** How long other queries may have to wait. */
const SLICE_MS = 5;
/** Docs that are compared with each block of others, so that loading a block costs little: a millisecond together. */
const ROWS = 256;

/** Gives way to other work from time to time. */
export class Slices {
  readonly #signal: AbortSignal;
  #end = performance.now() + SLICE_MS;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Rejects with the signal's reason. */
  async next(): Promise<void> {
    if (performance.now() < this.#end) return;
    await setImmediate();
    this.#signal.throwIfAborted();
    this.#end = performance.now() + SLICE_MS;
  }
}

/** What comparing needs of a segment. */
export interface LookSegment {
  readonly columns: Pick<Segment, 'ids' | 'looks'>;
  allDocs(): Uint32Array;
}

/** The docs of a segment that have a neighbour, as far as it has been compared. */
interface Kin {
  readonly hasNeighbour: Uint8Array;
  /** The docs that have been compared with all of another segment. */
  readonly compared: WeakMap<LookSegment, number>;
}

const kins = new WeakMap<LookSegment, Map<number, Kin>>();

function kinOf(segment: LookSegment, most: number): Kin {
  return kins
    .getOrInsertComputed(segment, () => new Map())
    .getOrInsertComputed(most, () => ({
      hasNeighbour: new Uint8Array(looksIn(segment.columns.looks)),
      compared: new WeakMap(),
    }));
}

/** Returns for each segment which docs have a neighbour in any of them: 1 for those. Work that was aborted is continued. */
export async function docsWithNeighbours(
  segments: readonly LookSegment[],
  most: number,
  slices: Slices,
): Promise<readonly Uint8Array[]> {
  for (const [place, one] of segments.entries()) {
    for (const other of segments.slice(0, place + 1)) await compare(one, other, most, slices);
  }
  return segments.map((segment) => kinOf(segment, most).hasNeighbour);
}

/**
 * Of the docs that somebody sees, the number that has not been compared yet with all docs of the segments up to its own: 0 once
 * `docsWithNeighbours` is done.
 */
export function uncompared(segments: readonly LookSegment[], visible: readonly Uint32Array[], most: number): number {
  return segments.reduce((sum, segment, place) => {
    const { compared } = kinOf(segment, most);
    const done = Math.min(...segments.slice(0, place + 1).map((other) => compared.get(other) ?? 0));
    const docs = visible[place] as Uint32Array;
    const end = firstAtLeast(docs, looksIn(segment.columns.looks));
    return sum + Math.max(0, end - firstAtLeast(docs, done));
  }, 0);
}

async function compare(one: LookSegment, other: LookSegment, most: number, slices: Slices): Promise<void> {
  const kin = kinOf(one, most);
  const others = kinOf(other, most).hasNeighbour;
  const { looks } = one.columns;
  const docs = others.length === 0 ? NO_DOCS : other.allDocs();
  const { length } = kin.hasNeighbour;
  for (let from = kin.compared.get(other) ?? 0; from < length; from += ROWS) {
    const end = Math.min(length, from + ROWS);
    const rows = [];
    for (let doc = from; doc < end; doc++)
      if (looks.states[doc] === LOOK) rows.push({ doc, query: { look: lookOf(looks, doc), most } });
    // Of a segment, each doc is compared with those behind it.
    for (let start = one === other ? from : 0; start < docs.length && rows.length > 0; start += BLOCK_DOCS) {
      const count = nearKernel().load(other.columns.looks.first, docs, start);
      for (const { doc, query } of rows) {
        eachNearLoaded(other.columns.looks, query, { docs, start, count }, (found) => {
          if (one === other && found <= doc) return;
          others[found] = 1;
          kin.hasNeighbour[doc] = 1;
        });
      }
      await slices.next();
    }
    kin.compared.set(other, end);
  }
  kin.compared.set(other, length);
}
