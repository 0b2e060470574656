import { noChange } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import type { ElementPart } from 'lit/directive.js';

/**
 * Ends the request of a picture that leaves the list. The browser would finish it first, and the pictures at the place that
 * somebody has gone to would wait.
 */
class EndsWithTile extends AsyncDirective {
  #image: HTMLImageElement | undefined;
  /** The address whose request was ended. */
  #ended: string | null = null;

  override render(): unknown {
    return noChange;
  }

  override update({ element }: ElementPart): unknown {
    this.#image = element as HTMLImageElement;
    return noChange;
  }

  override disconnected(): void {
    const image = this.#image;
    if (!image || image.complete) return;
    this.#ended = image.getAttribute('src');
    image.removeAttribute('src');
  }

  override reconnected(): void {
    if (this.#ended !== null) this.#image?.setAttribute('src', this.#ended);
    this.#ended = null;
  }
}

/** `<img ${endsWithTile()}>` */
export const endsWithTile = directive(EndsWithTile);
