import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Updatable } from '../catalogue/later-part.ts';
import { type ExpiryNotes, openExpiryNotes } from '../expiry/later-notes.ts';
import { slotted } from '../theme/slots.ts';
import { place } from '../theme/styled.ts';
import type { Groups } from './later-groups.ts';
import type { Box } from './layout.ts';
import type { Band } from './rubber-band.ts';
import { type TileOptions, tile } from './tile.ts';
import type { Viewport } from './viewport.ts';

/** What is drawn. */
export interface TilesState {
  readonly options: TileOptions;
  readonly viewport: Viewport;
  readonly groups: Groups | undefined;
  readonly assetAt: (position: number) => Asset | undefined;
  readonly selected: ReadonlySet<number>;
  /** Position of the active tile; undefined while there is none. */
  readonly active: number | undefined;
  /** The rectangle that is being drawn. */
  readonly band: Band | undefined;
}

/** Draws the tiles near the screen. It reuses elements of tiles that have left the screen, because creating new ones is slow. */
export class Tiles {
  readonly #expiryOf: ExpiryNotes;
  /** Positions of the tiles that were last drawn with their pictures. */
  #pictured: ReadonlySet<number> = new Set();

  /** `host` is updated when the tiles must be drawn again. */
  constructor(host: Updatable) {
    this.#expiryOf = openExpiryNotes(host);
  }

  /** The headings that were drawn before. Those of assets that are no longer loaded keep their names. */
  #names = new Map<number, string>();

  draw({ options, viewport, groups, assetAt, selected, active, band }: TilesState): TemplateResult {
    const visible = viewport.visible();
    // The active tile exists even off the screen, so that a screen reader never loses it.
    const hasActive = active === undefined || visible.some(({ position }) => position === active);
    const extra = hasActive ? undefined : viewport.boxAt(active);
    const boxes = extra ? [...visible, extra] : visible;
    const { isFast, hasMoved, shift, top, height } = viewport;
    const isOnScreen = (box: Box) => box.y + box.height > top && box.y < top + height;
    // While the list moves fast, only tiles that already have pictures show them.
    const pictured = new Set(
      boxes
        .filter((box) => this.#pictured.has(box.position) || (!isFast && (hasMoved || isOnScreen(box))))
        .map(({ position }) => position),
    );
    this.#pictured = pictured;
    const headings = groups ? viewport.headings() : [];
    this.#names = new Map(
      headings.map(({ position }) => {
        const asset = assetAt(position);
        return [position, (asset && groups?.nameOf(asset)) ?? this.#names.get(position) ?? ''];
      }),
    );
    const drawn = slotted({
      items: boxes,
      keyOf: ({ position }) => position,
      draw: (box) => {
        const asset = assetAt(box.position);
        return tile(options, {
          asset,
          box: { ...box, y: box.y + shift },
          isActive: box.position === active,
          isSelected: asset !== undefined && selected.has(asset.id),
          showsPicture: pictured.has(box.position),
          isOnScreen: isOnScreen(box),
          heading: this.#names.get(box.position),
          expiry: asset && this.#expiryOf(options.catalogue, asset),
        });
      },
    });
    const named = headings.map(
      ({ position, y }) =>
        html`<div class="heading" aria-hidden="true" ${place(0, y + shift, viewport.width)}>${this.#names.get(position)}</div>`,
    );
    return html`${drawn}${named}${band ? drawnBand(band, shift) : nothing}`;
  }
}

function drawnBand({ left, top, right, bottom }: Band, shift: number): TemplateResult {
  return html`<div class="band" ${place(left, top + shift, right - left, bottom - top)}></div>`;
}
