import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Box } from './layout.ts';
import { place } from './place.ts';
import type { Band } from './rubber-band.ts';
import { type TileOptions, tile } from './tile.ts';
import type { Viewport } from './viewport.ts';

/** Draws the tiles near the screen. */
export interface Tiles {
  draw(state: TilesState): TemplateResult;
}

/** What is drawn. */
export interface TilesState {
  readonly options: TileOptions;
  readonly viewport: Viewport;
  readonly assetAt: (position: number) => Asset | undefined;
  readonly selected: ReadonlySet<number>;
  /** Position of the tile that the keyboard is at; undefined while there is none. */
  readonly active: number | undefined;
  /** The rectangle that is drawn. */
  readonly band: Band | undefined;
}

/** Opens the drawer of tiles. It uses elements again whose tiles have left the screen, because making new ones is slow. */
export function openTiles(): Tiles {
  let slots = new Map<number, number>();
  let newest = 0;
  let pictured: ReadonlySet<number> = new Set();

  /** Gives each position a number that stays the same while it is drawn, and takes over those of positions that left. */
  function assignSlots(boxes: readonly Box[]): void {
    const present = new Set(boxes.map(({ position }) => position));
    const free = [...slots].filter(([position]) => !present.has(position)).map(([, slot]) => slot);
    slots = new Map(boxes.map(({ position }) => [position, slots.get(position) ?? free.shift() ?? newest++]));
  }

  return {
    draw: ({ options, viewport, assetAt, selected, active, band }) => {
      const visible = viewport.visible();
      // The tile that the keyboard is at exists even off the screen, so that a screen reader never loses it.
      const isShown = active === undefined || visible.some(({ position }) => position === active);
      const extra = isShown ? undefined : viewport.boxAt(active);
      const boxes = extra ? [...visible, extra] : visible;
      assignSlots(boxes);
      const { isRushing, shift } = viewport;
      // While the list rushes by, only the pictures that are there already are shown.
      const hasPicture = (position: number) => !isRushing || pictured.has(position);
      const drawn = repeat(
        boxes,
        ({ position }) => slots.get(position),
        (box) => {
          const asset = assetAt(box.position);
          return tile(options, {
            asset,
            box: { ...box, y: box.y + shift },
            isActive: box.position === active,
            isSelected: asset !== undefined && selected.has(asset.id),
            hasPicture: hasPicture(box.position),
          });
        },
      );
      pictured = new Set(boxes.map(({ position }) => position).filter(hasPicture));
      return html`${drawn}${band ? drawnBand(band, shift) : nothing}`;
    },
  };
}

function drawnBand({ left, top, right, bottom }: Band, shift: number): TemplateResult {
  return html`<div class="band" ${place(left, top + shift, right - left, bottom - top)}></div>`;
}
