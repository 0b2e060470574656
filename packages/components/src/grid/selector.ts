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

/** Selects assets by their positions in a list, even those that are not loaded yet. */
export interface Selector {
  readonly ids: ReadonlySet<number>;
  /** Why some of the wanted assets are not selected: their IDs are loading, could not be loaded, or exceed the limit. */
  readonly problem: 'loading' | 'failed' | 'limit' | undefined;
  /** Selects or deselects an asset. Returns a function that undoes it. */
  toggle(position: number): () => void;
  /** Selects from the anchor to a position. Without an anchor, the range begins at `from`. */
  extendTo(position: number, from: number): void;
  selectAll(): void;
  /** Begins a range of which `cover` sets the positions. */
  startCovering(): void;
  /** Sets the positions of the range that `startCovering` began. With `isFinal`, it loads those that are not loaded. */
  cover(positions: readonly number[], isFinal: boolean): void;
  clear(): void;
  /** Replaces the selection without calling `selected`. */
  replace(ids: Iterable<number>): void;
  /** Ends requests and forgets where ranges begin, because positions mean other assets now. Keeps the selected assets. */
  forgetPositions(): void;
  /** Tries again what failed. */
  retry(): void;
  /** Ends requests, and forgets the problem. */
  stop(): void;
}

/** What a selector needs of its grid. */
export interface SelectorHost {
  list(): AssetList | undefined;
  limits(): SelectionLimits;
  /** Called when the selection has changed. */
  selected(ids: ReadonlySet<number>): void;
  /** Called when the problem has changed. */
  changed(): void;
}

/** Opens a selector with nothing selected. */
export function openSelector(host: SelectorHost): Selector {
  let selection: Selection = NOTHING_SELECTED;
  let problem: Selector['problem'];
  let retry: (() => void) | undefined;
  let request = new AbortController();

  function stop(): void {
    request.abort();
    request = new AbortController();
    report(undefined);
  }

  function report(next: Selector['problem']): void {
    if (problem === next) return;
    problem = next;
    host.changed();
  }

  function set(next: Selection): void {
    const { ids } = selection;
    const isSame = ids.size === next.ids.size && [...next.ids].every((id) => ids.has(id));
    selection = next;
    if (!isSame) host.selected(next.ids);
  }

  /**
   * Selects the assets of a range that are loaded, and with `waits` the others when their IDs have arrived. `length` is that of
   * the range before the limit cut off positions.
   */
  function selectRange(positions: readonly number[], length: number, waits: boolean): void {
    stop();
    const list = host.list();
    if (!list) return;
    const limits = host.limits();
    const apply = (ids: readonly number[]) => {
      set(withRange(selection, ids, limits));
      const isCut = length > positions.length || ids.some((id) => !selection.ids.has(id));
      if (limits.isMultiple && isCut) report('limit');
    };
    const loaded = positions.flatMap((position) => list.at(position)?.id ?? []);
    apply(loaded);
    if (!waits || loaded.length === positions.length) return;
    const { signal } = request;
    report('loading');
    retry = () => selectRange(positions, length, true);
    list.idsAt(positions, signal).then(
      (ids) => {
        if (signal.aborted) return;
        report(undefined);
        apply(ids);
      },
      () => {
        if (!signal.aborted) report('failed');
      },
    );
  }

  return {
    get ids() {
      return selection.ids;
    },
    get problem() {
      return problem;
    },
    toggle: (position) => {
      stop();
      const before = selection;
      const asset = host.list()?.at(position);
      const { isMultiple, max } = host.limits();
      if (asset && isMultiple && !before.ids.has(asset.id) && before.ids.size >= max) report('limit');
      else if (asset) set(toggle(before, asset.id, position, { isMultiple, max }));
      return () => {
        stop();
        set(before);
      };
    },
    extendTo: (position, from) => {
      const { isMultiple, max } = host.limits();
      selection = selection.anchor === undefined ? startRange(selection, from) : selection;
      const anchor = selection.anchor ?? from;
      const positions = isMultiple ? positionsOfRange(anchor, position, max) : [position];
      selectRange(positions, Math.abs(position - anchor) + 1, true);
    },
    selectAll: () => {
      const { isMultiple, max } = host.limits();
      const total = host.list()?.total ?? 0;
      if (!isMultiple || total === 0) return;
      selection = startRange(selection, selection.anchor);
      selectRange(positionsOfRange(0, total - 1, max), total, true);
    },
    startCovering: () => {
      selection = startRange(selection, selection.anchor);
    },
    cover: (positions, isFinal) => selectRange(positions.slice(0, host.limits().max), positions.length, isFinal),
    clear: () => {
      stop();
      set(NOTHING_SELECTED);
    },
    replace: (ids) => {
      // A page may set what `selected` has just reported. That must not end a range whose IDs are loading.
      const wanted = new Set(ids);
      if (wanted.size === selection.ids.size && [...wanted].every((id) => selection.ids.has(id))) return;
      stop();
      selection = selectionOf(wanted);
    },
    forgetPositions: () => {
      stop();
      selection = selectionOf(selection.ids);
    },
    retry: () => retry?.(),
    stop,
  };
}
