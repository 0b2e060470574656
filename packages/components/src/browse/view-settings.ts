import { readStored, writeStored } from '../catalogue/stored.ts';
import type { GridView } from '../grid/layout.ts';

/** How a person likes to look at lists. This browser keeps it. */
export interface ViewSettings {
  readonly view: GridView;
  /** Edge of a tile, or height of a row, in pixels. */
  readonly tile: number;
  /** True if the filters stand beside the list. */
  readonly hasFilters: boolean;
}

/** Sizes of tiles in pixels that the toolbar offers. */
export const TILE_SIZES = { least: 96, most: 352, step: 32 } as const;

export const VIEWS: readonly GridView[] = ['square', 'justified', 'list'];

const KEY = 'abs-view';

const USUAL: ViewSettings = { view: 'justified', tile: 192, hasFilters: false };

/** Reads what this browser keeps, with the usual values in place of what is missing or wrong. */
export function readViewSettings(): ViewSettings {
  const stored = readStored(KEY);
  const { view, tile, hasFilters } = (
    typeof stored === 'object' && stored !== null ? stored : {}
  ) as Partial<ViewSettings>;
  return {
    view: VIEWS.find((each) => each === view) ?? USUAL.view,
    tile: typeof tile === 'number' && tile >= TILE_SIZES.least && tile <= TILE_SIZES.most ? tile : USUAL.tile,
    hasFilters: hasFilters === true,
  };
}

/** Keeps the settings in this browser. */
export function keepViewSettings(settings: ViewSettings): void {
  writeStored(KEY, settings);
}
