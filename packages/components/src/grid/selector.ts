import type { AssetList } from '../assets/asset-list.ts';
import {
  NOTHING_SELECTED,
  positionsOfRange,
  type Selection,
  type SelectionLimits,
  selectionOf,
  startRange,
  toggle,
  withRange,
} from './selection.ts';

/** What a selector needs of its grid. */
export interface SelectorHost {
  list(): AssetList | undefined;
  limits(): SelectionLimits;
  /** Called when the selection has changed. */
  selected(ids: ReadonlySet<number>): void;
  /** Called when the problem has changed. */
  changed(): void;
}

/** Selects assets by their positions in a list, even those that are not loaded yet. At first, nothing is selected. */
export class Selector {
  /** Why some of the wanted assets are not selected: their IDs are loading, could not be loaded, or exceed the limit. */
  problem: 'loading' | 'failed' | 'limit' | undefined;
  #selection: Selection = NOTHING_SELECTED;
  #retry: (() => void) | undefined;
  #request = new AbortController();
  readonly #host: SelectorHost;

  constructor(host: SelectorHost) {
    this.#host = host;
  }

  get ids(): ReadonlySet<number> {
    return this.#selection.ids;
  }

  /** Selects or deselects an asset. Returns a function that undoes it. */
  toggle(position: number): () => void {
    this.stop();
    const before = this.#selection;
    const asset = this.#host.list()?.at(position);
    const limits = this.#host.limits();
    if (asset && limits.isMultiple && !before.ids.has(asset.id) && before.ids.size >= limits.max) this.#report('limit');
    else if (asset) this.#set(toggle(before, asset.id, position, limits));
    return () => {
      this.stop();
      this.#set(before);
    };
  }

  /** Selects from the anchor to a position. Without an anchor, the range begins at `from`. */
  extendTo(position: number, from: number): void {
    const { isMultiple, max } = this.#host.limits();
    if (this.#selection.anchor === undefined) this.#selection = startRange(this.#selection, from);
    const { anchor = from } = this.#selection;
    const positions = isMultiple ? positionsOfRange(anchor, position, max) : [position];
    this.#selectRange(positions, Math.abs(position - anchor) + 1, true);
  }

  selectAll(): void {
    const { isMultiple, max } = this.#host.limits();
    const total = this.#host.list()?.total ?? 0;
    if (!isMultiple || total === 0) return;
    this.startCovering();
    this.#selectRange(positionsOfRange(0, total - 1, max), total, true);
  }

  /** Begins a range of which `cover` sets the positions. */
  startCovering(): void {
    this.#selection = startRange(this.#selection, this.#selection.anchor);
  }

  /** Sets the positions of the range that `startCovering` began. With `isFinal`, it loads those that are not loaded. */
  cover(positions: readonly number[], isFinal: boolean): void {
    this.#selectRange(positions.slice(0, this.#host.limits().max), positions.length, isFinal);
  }

  clear(): void {
    this.stop();
    this.#set(NOTHING_SELECTED);
  }

  /** Replaces the selection without calling `selected`. */
  replace(ids: Iterable<number>): void {
    // A page may set what `selected` has just reported. That must not end a range whose IDs are loading.
    const wanted = new Set(ids);
    if (this.#isSelected(wanted)) return;
    this.stop();
    this.#selection = selectionOf(wanted);
  }

  /** Ends requests and forgets where ranges begin, because positions mean other assets now. Keeps the selected assets. */
  forgetPositions(): void {
    this.stop();
    this.#selection = selectionOf(this.ids);
  }

  /** Tries again what failed. */
  readonly retry = (): void => this.#retry?.();

  /** Ends requests, and forgets the problem. */
  stop(): void {
    this.#request.abort();
    this.#request = new AbortController();
    this.#report(undefined);
  }

  #isSelected(ids: ReadonlySet<number>): boolean {
    return ids.size === this.ids.size && [...ids].every((id) => this.ids.has(id));
  }

  #report(problem: Selector['problem']): void {
    if (this.problem === problem) return;
    this.problem = problem;
    this.#host.changed();
  }

  #set(selection: Selection): void {
    const isSame = this.#isSelected(selection.ids);
    this.#selection = selection;
    if (!isSame) this.#host.selected(selection.ids);
  }

  /**
   * Selects the assets of a range that are loaded, and with `waits` the others when their IDs have arrived. `length` is that of
   * the range before the limit cut off positions.
   */
  #selectRange(positions: readonly number[], length: number, waits: boolean): void {
    this.stop();
    const list = this.#host.list();
    if (!list) return;
    const limits = this.#host.limits();
    const apply = (ids: readonly number[]) => {
      this.#set(withRange(this.#selection, ids, limits));
      const isCut = length > positions.length || ids.some((id) => !this.ids.has(id));
      if (limits.isMultiple && isCut) this.#report('limit');
    };
    const loaded = positions.flatMap((position) => list.at(position)?.id ?? []);
    apply(loaded);
    if (!waits || loaded.length === positions.length) return;
    const { signal } = this.#request;
    this.#report('loading');
    this.#retry = () => this.#selectRange(positions, length, true);
    list.idsAt(positions, signal).then(
      (ids) => {
        if (signal.aborted) return;
        this.#report(undefined);
        apply(ids);
      },
      () => {
        if (!signal.aborted) this.#report('failed');
      },
    );
  }
}
