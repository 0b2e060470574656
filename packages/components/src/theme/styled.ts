import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';

/**
 * Sets a CSS property of an element, also a custom one. A `style` attribute would do the same, but a page whose
 * Content-Security-Policy allows nothing inline refuses it.
 */
class Styled extends Directive {
  #last: string | undefined;

  override render(_property: string, _value: string): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [property, value]: Parameters<this['render']>): unknown {
    if (value === this.#last) return noChange;
    this.#last = value;
    (element as HTMLElement).style.setProperty(property, value);
    return noChange;
  }
}

/** `<div ${styled('--level', '3')}>` */
export const styled = directive(Styled);
