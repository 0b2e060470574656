import { readStored, writeStored } from '../catalogue/stored.ts';
import type { GridView } from '../grid/layout.ts';
import { isColumn, MAX_COLUMNS, USUAL_COLUMNS } from '../list/columns.ts';

/** The view that the person has chosen for lists. The browser stores it. */
export interface ViewSettings {
  readonly view: GridView;
  /** Edge of a tile, or height of a row, in CSS pixels. */
  readonly tile: number;
  /** Columns of the list view besides the name. */
  readonly columns: readonly string[];
  /** True if the column of the filters is shown. */
  readonly showsFilters: boolean;
  /** True if lists have only assets that are valid. */
  readonly validOnly: boolean;
}

/** Sizes of tiles in CSS pixels. `step` is that of the toolbar's slider; stored sizes may be any number in the range. */
export const TILE_SIZES = { min: 96, max: 352, step: 32 } as const;

export const VIEWS: readonly GridView[] = ['square', 'justified', 'list'];

const KEY = 'abs-view';

const DEFAULTS: ViewSettings = {
  view: 'justified',
  tile: 192,
  columns: USUAL_COLUMNS,
  showsFilters: false,
  validOnly: false,
};

/** Reads the stored settings. Those that are missing or wrong have their defaults. */
export function readViewSettings(): ViewSettings {
  const stored = readStored(KEY);
  const { view, tile, columns, showsFilters, validOnly } = (
    typeof stored === 'object' && stored !== null ? stored : {}
  ) as Partial<ViewSettings>;
  return {
    view: VIEWS.find((each) => each === view) ?? DEFAULTS.view,
    tile: typeof tile === 'number' && tile >= TILE_SIZES.min && tile <= TILE_SIZES.max ? tile : DEFAULTS.tile,
    columns: Array.isArray(columns) ? columns.filter(isColumn).slice(0, MAX_COLUMNS) : DEFAULTS.columns,
    showsFilters: showsFilters === true,
    validOnly: validOnly === true,
  };
}

export function storeViewSettings(settings: ViewSettings): void {
  writeStored(KEY, settings);
}
