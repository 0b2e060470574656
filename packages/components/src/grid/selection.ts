/** What is selected in a list, by asset. Immutable. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** What was selected before the present range: a range that becomes shorter gives back what it had added. */
  readonly base: ReadonlySet<number>;
  /** Position that a range with Shift begins at; undefined until an asset was chosen. */
  readonly anchor: number | undefined;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), base: new Set(), anchor: undefined };

/** How an action changes a selection. */
export interface SelectionLimits {
  /** False replaces the selection by the newest asset. */
  readonly isMultiple: boolean;
  /** Most assets that may be selected. */
  readonly most: number;
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

/** Lets the next range begin at a position, and adds to what is selected now. */
export function startRange(selection: Selection, position: number | undefined): Selection {
  return { ids: selection.ids, base: selection.ids, anchor: position };
}

/** Selects the assets of a range besides what was selected before it: all up to a tile, or all that a rectangle touches. */
export function withRange(selection: Selection, ids: readonly number[], limits: SelectionLimits): Selection {
  return { ...selection, ids: added(selection.base, ids, limits) };
}

/** Positions from the anchor of a range to its other end, nearest to the anchor first, at most `most`. */
export function positionsOfRange(anchor: number, to: number, most: number): readonly number[] {
  const step = to < anchor ? -1 : 1;
  const length = Math.min(most, Math.abs(to - anchor) + 1);
  return Array.from({ length }, (_, index) => anchor + index * step);
}

function added(
  present: ReadonlySet<number>,
  ids: readonly number[],
  { isMultiple, most }: SelectionLimits,
): Set<number> {
  if (!isMultiple) return new Set(ids.slice(-1));
  const all = new Set(present);
  for (const id of ids) {
    if (all.size >= most) break;
    all.add(id);
  }
  return all;
}
