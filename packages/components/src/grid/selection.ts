/** The selected assets of a list. Immutable. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** What was selected before the current range, so that a range that becomes shorter deselects what it had added. */
  readonly base: ReadonlySet<number>;
  /** Position that a range with Shift begins at; undefined until an asset was chosen. */
  readonly anchor: number | undefined;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), base: new Set(), anchor: undefined };

/** How many assets may be selected. */
export interface SelectionLimits {
  /** If false, each newly selected asset replaces the one before. */
  readonly isMultiple: boolean;
  /** Maximum number of selected assets. */
  readonly max: number;
}

/** Returns a selection of these assets. Ranges begin where the next asset is chosen. */
export function selectionOf(ids: Iterable<number>): Selection {
  const all = new Set(ids);
  return { ids: all, base: all, anchor: undefined };
}

/** Adds an asset, or removes it if it is selected. The next range begins there. */
export function toggle(selection: Selection, id: number, position: number, limits: SelectionLimits): Selection {
  const ids = new Set(selection.ids);
  const next = ids.delete(id) ? ids : added(ids, [id], limits);
  return { ids: next, base: next, anchor: position };
}

/** Begins a range at a position. It will add to what is selected now. */
export function startRange(selection: Selection, position: number | undefined): Selection {
  return { ids: selection.ids, base: selection.ids, anchor: position };
}

/** Makes these the assets of the current range, which are selected in addition to those selected before it. */
export function withRange(selection: Selection, ids: readonly number[], limits: SelectionLimits): Selection {
  return { ...selection, ids: added(selection.base, ids, limits) };
}

/** Positions from the anchor of a range to its other end, nearest to the anchor first, at most `max`. */
export function positionsOfRange(anchor: number, to: number, max: number): readonly number[] {
  const step = to < anchor ? -1 : 1;
  const length = Math.min(max, Math.abs(to - anchor) + 1);
  return Array.from({ length }, (_, index) => anchor + index * step);
}

function added(
  present: ReadonlySet<number>,
  ids: readonly number[],
  { isMultiple, max }: SelectionLimits,
): Set<number> {
  if (!isMultiple) return new Set(ids.slice(-1));
  const all = new Set(present);
  for (const id of ids) {
    if (all.size >= max) break;
    all.add(id);
  }
  return all;
}
