/**
 * Which docs have a near neighbour, whoever may see it. To know that takes a comparison of every two, but segments never
 * change, so it is done once for each two of them; then only the few docs that have one need to be grouped for each viewer.
 */
import { setImmediate } from 'node:timers/promises';
import { NO_DOCS } from './docs.ts';
import { eachNear, lookOf, looksIn } from './looks.ts';
import { LOOK, type Segment } from './segment.ts';

/** How long other queries may have to wait. */
const SLICE_MS = 5;

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

async function compare(one: LookSegment, other: LookSegment, most: number, slices: Slices): Promise<void> {
  const kin = kinOf(one, most);
  const others = kinOf(other, most).hasNeighbour;
  const { looks } = one.columns;
  const { columns } = other;
  const docs = others.length === 0 ? NO_DOCS : other.allDocs();
  for (let doc = kin.compared.get(other) ?? 0; doc < kin.hasNeighbour.length; doc++) {
    if (looks.states[doc] !== LOOK) continue;
    eachNear(columns.looks, { look: lookOf(looks, doc), most }, docs, one === other ? doc + 1 : 0, (found) => {
      others[found] = 1;
      kin.hasNeighbour[doc] = 1;
    });
    kin.compared.set(other, doc + 1);
    await slices.next();
  }
  kin.compared.set(other, kin.hasNeighbour.length);
}
