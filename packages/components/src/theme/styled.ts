import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';

/**
 * Sets CSS properties of an element, including custom ones. A `style` attribute would do the same, but the Content-Security-Policy
 * of a page may forbid it.
 */
class Styled extends Directive {
  readonly #last = new Map<string, string>();

  override render(_properties: Readonly<Record<string, string>>): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [properties]: Parameters<this['render']>): unknown {
    const { style } = element as HTMLElement;
    for (const [property, value] of Object.entries(properties)) {
      if (this.#last.get(property) === value) continue;
      this.#last.set(property, value);
      style.setProperty(property, value);
    }
    return noChange;
  }
}

/** `<div ${styled({ '--level': '3' })}>` */
export const styled = directive(Styled);

/** Places an element within its parent, in CSS pixels: `<div ${place(x, y, width, height)}>`. The size is optional. */
export function place(x: number, y: number, width?: number, height?: number) {
  return styled({
    transform: `translate(${x}px, ${y}px)`,
    ...(width !== undefined && { width: `${width}px` }),
    ...(height !== undefined && { height: `${height}px` }),
  });
}
