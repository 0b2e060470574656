import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';

/**
 * Places an element within its parent. A `style` attribute would do the same, but a page whose Content-Security-Policy allows
 * nothing inline refuses it.
 */
class Place extends Directive {
  #last = '';

  override render(_x: number, _y: number, _width?: number, _height?: number): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, place: Parameters<this['render']>): unknown {
    const key = place.join();
    if (key === this.#last) return noChange;
    this.#last = key;
    const [x, y, width, height] = place;
    const { style } = element as HTMLElement;
    style.transform = `translate(${x}px, ${y}px)`;
    if (width !== undefined) style.width = `${width}px`;
    if (height !== undefined) style.height = `${height}px`;
    return noChange;
  }
}

/** `<div ${place(x, y, width, height)}>`, in pixels. Without a size, the element keeps its own. */
export const place = directive(Place);
