/**
 * Which docs are near each other, whoever may see them. To know that takes a comparison of every two, but segments never change,
 * so it is done once for each two of them; then only the few that a viewer sees two of need to be grouped for each viewer.
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

/** The first neighbours of each doc that has any, by their IDs. */
export type Neighbours = ReadonlyMap<number, readonly number[]>;

/** Number of neighbours that are kept of a doc; one with so many may have more. */
export const MAX_NEIGHBOURS = 64;

/** The neighbours of a segment's docs, as far as it has been compared. */
interface Kin {
  readonly neighbours: Map<number, number[]>;
  /** The docs that have been compared with all of another segment. */
  readonly compared: WeakMap<LookSegment, number>;
}

const kins = new WeakMap<LookSegment, Map<number, Kin>>();

function kinOf(segment: LookSegment, most: number): Kin {
  return kins
    .getOrInsertComputed(segment, () => new Map())
    .getOrInsertComputed(most, () => ({
      neighbours: new Map(),
      compared: new WeakMap(),
    }));
}

/** Returns for each segment the neighbours of its docs in any of them. Work that was aborted is continued. */
export async function neighboursIn(
  segments: readonly LookSegment[],
  most: number,
  slices: Slices,
): Promise<readonly Neighbours[]> {
  for (const [place, one] of segments.entries()) {
    for (const other of segments.slice(0, place + 1)) await compare(one, other, most, slices);
  }
  return segments.map((segment) => kinOf(segment, most).neighbours);
}

/**
 * Of the docs that somebody sees, the number that has not been compared yet with all docs of the segments up to its own: 0 once
 * `neighboursIn` is done.
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
  const others = kinOf(other, most);
  const { looks, ids } = one.columns;
  const docs = looksIn(other.columns.looks) === 0 ? NO_DOCS : other.allDocs();
  const length = looksIn(looks);
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
          addNeighbour(others, found, ids[doc] as number);
          addNeighbour(kin, doc, other.columns.ids[found] as number);
        });
      }
      await slices.next();
    }
    kin.compared.set(other, end);
  }
  kin.compared.set(other, length);
}

function addNeighbour({ neighbours }: Kin, doc: number, id: number): void {
  const known = neighbours.getOrInsertComputed(doc, () => []);
  if (known.length < MAX_NEIGHBOURS && !known.includes(id)) known.push(id);
}
