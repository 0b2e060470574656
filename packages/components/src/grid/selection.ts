/** What is selected in a list, by asset, and from where the next range begins. Immutable. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** Position that a range with Shift begins at. */
  readonly anchor: number;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: 0 };

/** How an action changes a selection. */
export interface SelectionLimits {
  /** False replaces the selection by the newest asset. */
  readonly isMultiple: boolean;
  /** Most assets that may be selected. */
  readonly most: number;
}

/** Adds an asset, or removes it if it is selected. */
export function toggle(selection: Selection, id: number, position: number, limits: SelectionLimits): Selection {
  if (selection.ids.has(id)) {
    const ids = new Set(selection.ids);
    ids.delete(id);
    return { ids, anchor: position };
  }
  return { ids: added(selection.ids, [id], limits), anchor: position };
}

/** Adds assets, for example all between the anchor and a tile, or all within a drawn rectangle. The anchor stays. */
export function extend(selection: Selection, ids: readonly number[], limits: SelectionLimits): Selection {
  return { ...selection, ids: added(selection.ids, ids, limits) };
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
