import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { place } from '../theme/styled.ts';
import type { Box } from './layout.ts';
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
  /** The element of each position that is drawn, by number, and those that none needs at present. */
  let slots = new Map<number, number>();
  let spare: readonly number[] = [];
  let pictured: ReadonlySet<number> = new Set();

  /** Gives each position an element, the same one as long as it is drawn. */
  function assignSlots(boxes: readonly Box[]): void {
    const present = new Set(boxes.map(({ position }) => position));
    const left = [...slots].filter(([position]) => !present.has(position)).map(([, slot]) => slot);
    const free = [...left, ...spare];
    let newest = slots.size + spare.length;
    slots = new Map(boxes.map(({ position }) => [position, slots.get(position) ?? free.shift() ?? newest++]));
    // Lit's `repeat` leaves a comment behind for each element that it removes, so that unused ones stay, hidden.
    spare = free;
  }

  return {
    draw: ({ options, viewport, assetAt, selected, active, band }) => {
      const visible = viewport.visible();
      // The tile that the keyboard is at exists even off the screen, so that a screen reader never loses it.
      const isShown = active === undefined || visible.some(({ position }) => position === active);
      const extra = isShown ? undefined : viewport.boxAt(active);
      const boxes = extra ? [...visible, extra] : visible;
      assignSlots(boxes);
      const { isRushing, shift, top, height } = viewport;
      // While the list rushes by, only the pictures that are there already are shown.
      const hasPicture = (position: number) => !isRushing || pictured.has(position);
      const drawn = repeat(
        [...boxes, ...spare],
        (each) => (typeof each === 'number' ? each : slots.get(each.position)),
        (box) => {
          if (typeof box === 'number') return html`<div hidden></div>`;
          const asset = assetAt(box.position);
          return tile(options, {
            asset,
            box: { ...box, y: box.y + shift },
            isActive: box.position === active,
            isSelected: asset !== undefined && selected.has(asset.id),
            hasPicture: hasPicture(box.position),
            isOnScreen: box.y + box.height > top && box.y < top + height,
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
