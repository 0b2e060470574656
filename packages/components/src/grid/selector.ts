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

/** Selects assets by their positions in a list, also those that are not loaded yet. */
export interface Selector {
  readonly ids: ReadonlySet<number>;
  /** What keeps a selection from being what was asked for: requests under way, a failed one, or the limit. */
  readonly problem: 'loading' | 'failed' | 'most' | undefined;
  toggle(position: number): void;
  /** Selects from the anchor to a position. Without an anchor, the range begins at `from`. */
  extendTo(position: number, from: number): void;
  selectAll(): void;
  /** Begins a range of single positions, which `cover` then changes. */
  startCovering(): void;
  /** Selects these positions besides what was selected when the range began; those not loaded only with `isFinal`. */
  cover(positions: readonly number[], isFinal: boolean): void;
  clear(): void;
  /** Replaces the selection, and tells nobody. */
  replace(ids: Iterable<number>): void;
  /** Forgets positions, because they are those of another list; keeps the selected assets. */
  forgetPositions(): void;
  /** Tries again what failed. */
  retry(): void;
  /** Ends the requests, and hides the problem. */
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
  let again: (() => void) | undefined;
  let request = new AbortController();

  function stop(): void {
    request.abort();
    request = new AbortController();
    say(undefined);
  }

  function say(next: Selector['problem']): void {
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

  /** Selects a range as far as it is loaded, and the rest when it has arrived. */
  function selectRange(positions: readonly number[], wanted: number, waits: boolean): void {
    stop();
    const list = host.list();
    if (!list) return;
    const limits = host.limits();
    const { base } = selection;
    const apply = (ids: readonly number[]) => {
      set(withRange(selection, ids, limits));
      const isCut = limits.isMultiple && selection.ids.size >= limits.most && wanted + base.size > limits.most;
      if (isCut) say('most');
    };
    const loaded = positions.flatMap((position) => list.at(position)?.id ?? []);
    apply(loaded);
    if (!waits || loaded.length === positions.length) return;
    const { signal } = request;
    say('loading');
    again = () => selectRange(positions, wanted, true);
    list.idsAt(positions, signal).then(
      (ids) => {
        if (signal.aborted) return;
        say(undefined);
        apply(ids);
      },
      () => {
        if (!signal.aborted) say('failed');
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
      const asset = host.list()?.at(position);
      if (!asset) return;
      const { isMultiple, most } = host.limits();
      if (isMultiple && !selection.ids.has(asset.id) && selection.ids.size >= most) return say('most');
      set(toggle(selection, asset.id, position, { isMultiple, most }));
    },
    extendTo: (position, from) => {
      const { isMultiple, most } = host.limits();
      selection = selection.anchor === undefined ? startRange(selection, from) : selection;
      const anchor = selection.anchor ?? from;
      const positions = isMultiple ? positionsOfRange(anchor, position, most) : [position];
      selectRange(positions, Math.abs(position - anchor) + 1, true);
    },
    selectAll: () => {
      const { isMultiple, most } = host.limits();
      const total = host.list()?.total ?? 0;
      if (!isMultiple || total === 0) return;
      selection = { ...selectionOf([]), ids: selection.ids, anchor: selection.anchor };
      selectRange(positionsOfRange(0, total - 1, most), total, true);
    },
    startCovering: () => {
      selection = startRange(selection, selection.anchor);
    },
    cover: (positions, isFinal) => selectRange(positions.slice(0, host.limits().most), positions.length, isFinal),
    clear: () => {
      stop();
      set(NOTHING_SELECTED);
    },
    replace: (ids) => {
      // A page that keeps the selection gives back what it was told; a range that is being selected goes on then.
      const wanted = new Set(ids);
      if (wanted.size === selection.ids.size && [...wanted].every((id) => selection.ids.has(id))) return;
      stop();
      selection = selectionOf(wanted);
    },
    forgetPositions: () => {
      stop();
      selection = selectionOf(selection.ids);
    },
    retry: () => again?.(),
    stop,
  };
}
