import type { PictureLease } from '../catalogue/picture-cache.ts';
import type { PictureSource } from '../catalogue/pictures.ts';
import type { Tile } from './tile-places.ts';

/** A tile that has loaded. */
export interface TileImage extends Tile {
  /** The same for the same tile. */
  readonly key: string;
  readonly image: HTMLImageElement;
}

/** The tiles that are drawn, and those that are being loaded. */
export interface TileImages {
  /** The loaded tiles, coarse ones first, so that finer ones cover them. */
  readonly loaded: readonly TileImage[];
  /**
   * Loads these tiles, and cancels all others. Loaded ones that `isSeen` holds for stay until all of these have come, and those
   * that `isNear` holds for longer. Tiles that have failed are loaded again only after a call without them.
   */
  want(tiles: readonly Tile[], isSeen: (tile: Tile) => boolean, isNear: (tile: Tile) => boolean): void;
  /** True while wanted tiles are being loaded. */
  readonly isLoading: boolean;
  /** True if a wanted tile could not be loaded. */
  readonly hasFailed: boolean;
  /** Number of tiles that have arrived so far. */
  readonly arrived: number;
  /** Loads the wanted tiles again that have failed or are being loaded. */
  retry(): void;
}

/** Where tiles come from, and a callback. */
export interface TileImagesOptions {
  readonly sourceOf: (tile: Tile) => PictureSource;
  /** Called when a value above may have changed. */
  readonly changed: () => void;
}

/** Limit of the tiles that stay although they are not wanted. Each takes a megabyte of memory. */
const MAX_KEPT = 100;

interface Entry extends TileImage {
  readonly lease: PictureLease<string> | undefined;
  state: 'loading' | 'loaded' | 'failed';
}

/** Opens the tiles of a picture. Loads nothing before `want`. */
export function openTileImages({ sourceOf, changed }: TileImagesOptions): TileImages {
  const entries = new Map<string, Entry>();
  let wanted: ReadonlySet<string> = new Set();
  let isNear: (tile: Tile) => boolean = () => false;
  let arrived = 0;

  async function load(entry: Entry, address: string | Promise<string>): Promise<void> {
    const { key, image, lease } = entry;
    const isCurrent = () => entries.get(key) === entry;
    try {
      const known = await address;
      if (!isCurrent()) return;
      image.src = known;
      await image.decode();
      entry.state = 'loaded';
      arrived += 1;
    } catch {
      entry.state = 'failed';
      lease?.release();
    }
    if (!isCurrent()) return;
    dropFormer();
    changed();
  }

  function start(tile: Tile): void {
    const image = new Image();
    image.alt = '';
    image.draggable = false;
    const source = sourceOf(tile);
    const lease = typeof source === 'string' ? undefined : source.lease();
    const entry: Entry = { ...tile, key: keyOf(tile), image, lease, state: 'loading' };
    entries.set(entry.key, entry);
    void load(entry, typeof source === 'string' ? source : (lease?.arrived ?? ''));
  }

  function drop({ key, image, lease, state }: Entry): void {
    entries.delete(key);
    // An image without an address is no longer requested. One that has loaded is drawn until the next update.
    if (state === 'loading') image.removeAttribute('src');
    lease?.release();
  }

  function wantedIn(state: Entry['state']): readonly Entry[] {
    return [...entries.values()].filter((entry) => entry.state === state && wanted.has(entry.key));
  }

  /** Drops the tiles that have stayed in place of others, once these have come or failed. */
  function dropFormer(): void {
    if (wantedIn('loading').length > 0) return;
    for (const entry of entries.values()) if (!wanted.has(entry.key) && !isNear(entry)) drop(entry);
  }

  return {
    get loaded() {
      return [...entries.values()].filter(({ state }) => state === 'loaded').toSorted(inOrder);
    },
    want: (tiles, isSeen, isNearNow) => {
      const before = [...entries.values()];
      wanted = new Set(tiles.map(keyOf));
      isNear = isNearNow;
      const others = before.filter(({ key }) => !wanted.has(key));
      const kept = others.filter((each) => each.state === 'loaded' && (isSeen(each) || isNear(each))).slice(-MAX_KEPT);
      for (const entry of others) if (!kept.includes(entry)) drop(entry);
      for (const tile of tiles) if (!entries.has(keyOf(tile))) start(tile);
      dropFormer();
      if (entries.size !== before.length || before.some(({ key }) => !entries.has(key))) changed();
    },
    get isLoading() {
      return wantedIn('loading').length > 0;
    },
    get hasFailed() {
      return wantedIn('failed').length > 0;
    },
    get arrived() {
      return arrived;
    },
    retry: () => {
      const again = [...wantedIn('failed'), ...wantedIn('loading')];
      for (const entry of again) drop(entry);
      // Not in this task, at whose end browsers cancel the old requests: they would be used for the same addresses.
      setTimeout(() => {
        for (const { key, level, column, row } of again)
          if (wanted.has(key) && !entries.has(key)) start({ level, column, row });
        changed();
      });
    },
  };
}

function keyOf({ level, column, row }: Tile): string {
  return `${level} ${column} ${row}`;
}

/** Sorts tiles that stay by the same order in each update, because moving elements costs time. */
function inOrder(one: Tile, other: Tile): number {
  return one.level - other.level || one.row - other.row || one.column - other.column;
}
