import { readStored, writeStored } from '../catalogue/stored.ts';
import type { GridView } from '../grid/layout.ts';

/** How a person likes to look at lists. This browser keeps it. */
export interface ViewSettings {
  readonly view: GridView;
  /** Edge of a tile, or height of a row, in pixels. */
  readonly tile: number;
  /** True if the filters stand beside the list. */
  readonly showsFilters: boolean;
}

/** Sizes of tiles in pixels. `step` is that of the toolbar's slider; any size between is kept. */
export const TILE_SIZES = { least: 96, most: 352, step: 32 } as const;

export const VIEWS: readonly GridView[] = ['square', 'justified', 'list'];

const KEY = 'abs-view';

/** The settings as browsers have them, under a name that pages of older versions read, too. */
interface Stored extends Omit<ViewSettings, 'showsFilters'> {
  readonly hasFilters: boolean;
}

const DEFAULTS: ViewSettings = { view: 'justified', tile: 192, showsFilters: false };

/** Reads what this browser keeps, with the defaults in place of what is missing or wrong. */
export function readViewSettings(): ViewSettings {
  const stored = readStored(KEY);
  const { view, tile, hasFilters } = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<Stored>;
  return {
    view: VIEWS.find((each) => each === view) ?? DEFAULTS.view,
    tile: typeof tile === 'number' && tile >= TILE_SIZES.least && tile <= TILE_SIZES.most ? tile : DEFAULTS.tile,
    showsFilters: hasFilters === true,
  };
}

/** Keeps the settings in this browser. */
export function keepViewSettings({ view, tile, showsFilters }: ViewSettings): void {
  const stored: Stored = { view, tile, hasFilters: showsFilters };
  writeStored(KEY, stored);
}
