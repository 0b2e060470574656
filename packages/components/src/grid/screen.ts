import type { Box, Layout } from './layout.ts';

/**
 * Pixels of a row that must be visible for it to count as on the screen: browsers round scroll positions, and a fraction must not
 * load pictures.
 */
export const MIN_SHOWN = 1;

/**
 * The visible part of a list, which is called its screen: its size, and what the layout has where. Lengths are CSS pixels. A place
 * is a length from the start of the content, a position the number of an asset from 0.
 */
export class Screen {
  layout: Layout | undefined;
  width = 0;
  height = 0;
  isRightToLeft = false;

  boxAt(position: number): Box | undefined {
    return this.layout && position < this.layout.total ? this.#mirrored(this.layout.boxAt(position)) : undefined;
  }

  /** The tiles between two places. */
  between(top: number, bottom: number): readonly Box[] {
    return (this.layout?.boxesIn(top, bottom) ?? []).map((box) => this.#mirrored(box));
  }

  /** The tiles that a rectangle touches. */
  boxesIn({ left, top, right, bottom }: { left: number; top: number; right: number; bottom: number }): readonly Box[] {
    return this.between(top, bottom).filter(
      (box) => box.x < right && box.x + box.width > left && box.y < bottom && box.y + box.height > top,
    );
  }

  /** The first tile of which at least `MIN_SHOWN` is below a place. */
  protected firstFrom(place: number): Box | undefined {
    const boxes = this.between(place, place + Math.max(this.height, MIN_SHOWN));
    return boxes.find((box) => box.y + box.height >= place + MIN_SHOWN) ?? boxes.at(-1);
  }

  /** The place of the upper edge at the end of the content. */
  protected get maxTop(): number {
    return Math.max(0, (this.layout?.height ?? 0) - this.height);
  }

  #mirrored(box: Box): Box {
    return this.isRightToLeft ? { ...box, x: this.width - box.x - box.width } : box;
  }
}
