import type { EpochMs } from '../../core/src/domain/model.ts';
import { type CachedTerm, cachedTermOf } from './cached-term.ts';
import {
  allBits,
  type Bits,
  bitsFor,
  clearBits,
  clearRest,
  drainBits,
  filterByBits,
  hasBit,
  keepBits,
  NO_DOCS,
  setBits,
} from './docs.ts';
import { ancestorsHold } from './node-tree.ts';
import type { OpenSegment } from './open-segment.ts';
import { type Rights, wordsOf } from './rights.ts';
import { statesOf } from './segment-states.ts';
import type { SegmentWindow } from './valid-window.ts';
import type { ViewSegment } from './view.ts';

/**
 * What a viewer sees of one segment of a view. Where docs that are not valid are hidden, it is what is seen at the instant
 * last given to `moveTo`.
 */
export class SeenSegment {
  readonly open: OpenSegment;
  readonly #segment: ViewSegment;
  readonly #rights: Rights;
  readonly #window: SegmentWindow | undefined;
  /** Docs that change within the window, except those that the viewer sees even when they aren't valid. */
  readonly #changing: Uint32Array;
  /** Docs that the viewer sees at some time of the window. */
  #inWindow: Bits | 'all' | undefined;
  #now: Now = { place: Number.NaN, gone: NO_DOCS };
  #words: Bits | undefined;
  #everything: CachedTerm | undefined;
  #deleted: Uint32Array | undefined;
  #ancestorsHold: boolean | undefined;

  /** `window` is given where docs that are not valid are hidden. */
  constructor(segment: ViewSegment, rights: Rights, window: SegmentWindow | undefined) {
    this.open = segment.open;
    this.#segment = segment;
    this.#rights = rights;
    this.#window = window;
    const changing = window?.changing ?? NO_DOCS;
    this.#changing = changing.length === 0 ? changing : filterByBits(changing, rights.exemptIn(segment.open), 0);
  }

  /** Moves to an instant of the window. Returns true if some docs may be hidden there that were not, or the reverse. */
  moveTo(at: EpochMs): boolean {
    if (this.#changing.length === 0) return false;
    const states = statesOf(this.open);
    const place = states.moveTo(at);
    if (this.#now.place === place) return false;
    const invalid = this.#changing.filter((doc) => hasBit(states.expired, doc) || hasBit(states.upcoming, doc));
    this.#now = { place, gone: this.visibleInWindow(invalid) };
    return true;
  }

  /** Docs that are seen at some time of the window, but not now, so that callers subtract them from cached terms. Mostly none. */
  get gone(): Uint32Array {
    return this.#now.gone;
  }

  /** Filters docs down to those that are live and visible to the viewer. */
  visible(docs: Uint32Array): Uint32Array {
    return this.#filtered(docs, this.#seenNow());
  }

  /** Filters docs down to those that are live and visible at some time of the window. */
  visibleInWindow(docs: Uint32Array): Uint32Array {
    return this.#filtered(docs, this.#seenInWindow());
  }

  allVisible(): Uint32Array {
    this.#now.visible ??= this.visible(this.open.allDocs());
    return this.#now.visible;
  }

  allInWindow(): Uint32Array {
    return this.visibleInWindow(this.open.allDocs());
  }

  /** Counts those docs that the viewer sees now. A cached term has the docs of the window. */
  count(found: CachedTerm | { readonly docs: Uint32Array }): number {
    if ('bits' in found) return found.count - filterByBits(this.gone, found.bits).length;
    return this.#isFiltered() ? this.visible(found.docs).length : found.docs.length;
  }

  /**
   * Like `visible`, but leaves the docs as the segment's bits and returns their number. This is cheaper for many docs
   * if no list is needed. Returns undefined, without setting bits, if the viewer sees every asset and no doc is deleted.
   */
  mark(docs: Uint32Array): number | undefined {
    if (!this.#isFiltered()) return undefined;
    setBits(this.open.bits, docs);
    return this.#keepVisible();
  }

  /** Like `mark` for all docs of the segment. */
  markAll(): number | undefined {
    if (!this.#isFiltered()) return undefined;
    const { bits, size } = this.open;
    const { marked } = this.#now;
    if (marked) {
      bits.set(marked.bits);
      return marked.count;
    }
    bits.fill(0xffff_ffff);
    clearRest(bits, size);
    const count = this.#keepVisible();
    this.#now.marked = { bits: bits.slice(), count };
    return count;
  }

  /** All docs that are visible at some time of the window, with caches of their counts; undefined without a window. */
  everything(): CachedTerm | undefined {
    if (this.#window) this.#everything ??= this.#makeEverything();
    return this.#everything;
  }

  /** Returns true if the viewer sees every live doc all through the window. */
  seesAll(): boolean {
    return this.#seenInWindow() === undefined;
  }

  /** The deleted docs, where they are all that isn't seen, so that facets can be counted without them; otherwise undefined. */
  deleted(): Uint32Array | undefined {
    if (this.#seenNow()) return undefined;
    const { deleted, deletedCount } = this.#segment;
    this.#deleted ??= deletedCount === 0 ? NO_DOCS : drainBits(deleted.slice());
    return this.#deleted;
  }

  /** The words, as bits by number, that the viewer may see in some doc at some time of the window; undefined for all. */
  words(): Bits | undefined {
    const docs = this.#seenInWindow();
    // The window hides nothing more.
    if (docs === this.#rights.docsIn(this.open)) return this.#rights.wordsIn(this.open);
    if (docs) this.#words ??= wordsOf(this.open, docs);
    return this.#words;
  }

  /** Returns true if no node has moved since the segment was built, so its `commonAncestors` are valid. */
  ancestorsHold(): boolean {
    this.#ancestorsHold ??= ancestorsHold(this.#segment.nodeParents, this.#rights.tree);
    return this.#ancestorsHold;
  }

  #isFiltered(): boolean {
    return this.#segment.deletedCount > 0 || this.#seenNow() !== undefined;
  }

  #filtered(docs: Uint32Array, seen: Bits | undefined): Uint32Array {
    const { deleted, deletedCount } = this.#segment;
    const live = deletedCount === 0 ? docs : filterByBits(docs, deleted, 0);
    return seen ? filterByBits(live, seen) : live;
  }

  /** Keeps those of the segment's bits that are live and visible, if `#isFiltered`. Returns how many are left. */
  #keepVisible(): number {
    const { bits } = this.open;
    const { deleted, deletedCount } = this.#segment;
    const live = deletedCount > 0 ? keepBits(bits, deleted, 0) : 0;
    const seen = this.#seenNow();
    return seen ? keepBits(bits, seen) : live;
  }

  /** The docs that the viewer sees now; undefined for all. */
  #seenNow(): Bits | undefined {
    const now = this.#now;
    if (now.gone.length === 0) return this.#seenInWindow();
    if (!now.seen) {
      now.seen = this.#seenInWindow()?.slice() ?? allBits(this.open.size);
      clearBits(now.seen, now.gone);
    }
    return now.seen;
  }

  /** The docs that the viewer sees at some time of the window; undefined for all. */
  #seenInWindow(): Bits | undefined {
    this.#inWindow ??= this.#makeInWindow() ?? 'all';
    return this.#inWindow === 'all' ? undefined : this.#inWindow;
  }

  #makeInWindow(): Bits | undefined {
    const own = this.#rights.docsIn(this.open);
    const invalid = this.#window?.invalid;
    if (!invalid) return own;
    const exempt = this.#rights.exemptIn(this.open);
    const bits = own ? own.slice() : allBits(this.open.size);
    for (let i = 0; i < bits.length; i++)
      bits[i] = (bits[i] as number) & ~((invalid[i] as number) & ~(exempt[i] as number));
    return bits;
  }

  #makeEverything(): CachedTerm {
    const docs = this.allInWindow();
    const bits = bitsFor(this.open.size);
    setBits(bits, docs);
    return cachedTermOf({ bits, count: docs.length }, () => {});
  }
}

/** What is hidden at an instant. The optional members, which cache what is seen then, are filled when first needed. */
interface Now {
  /** Stands for the instant: see `SegmentStates.moveTo`. */
  readonly place: number;
  readonly gone: Uint32Array;
  /** The docs that the viewer sees, deleted ones included. */
  seen?: Bits;
  /** The docs that are live and visible, as a list and as bits. */
  visible?: Uint32Array;
  marked?: { readonly bits: Bits; readonly count: number };
}
