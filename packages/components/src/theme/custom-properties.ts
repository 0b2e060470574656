import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';

/** Sets custom properties of an element. A `style` attribute would break pages that allow nothing inline. */
class CustomProperties extends Directive {
  override render(_values: Readonly<Record<`--${string}`, string>>): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [values]: Parameters<this['render']>): unknown {
    for (const [name, value] of Object.entries(values)) (element as HTMLElement).style.setProperty(name, value);
    return noChange;
  }
}

/** `<div ${customProperties({ '--_at': '50%' })}>` */
export const customProperties = directive(CustomProperties);
