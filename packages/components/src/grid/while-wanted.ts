import { noChange } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import type { ElementPart } from 'lit/directive.js';

/** The members of an image that this file uses. */
export type RequestingImage = Pick<
  HTMLImageElement,
  'complete' | 'getAttribute' | 'hasAttribute' | 'removeAttribute' | 'setAttribute'
>;

/** Returns a function that ends the request of an image (`false`), or sends it again (`true`). */
function openImageRequest(image: RequestingImage): (isWanted: boolean) => void {
  /** The address whose request was ended; null if none was. */
  let ended: string | null = null;

  function end(): void {
    if (image.complete) return;
    ended = image.getAttribute('src');
    image.removeAttribute('src');
  }

  function resume(): void {
    // The image may have got another address meanwhile.
    if (ended !== null && !image.hasAttribute('src')) image.setAttribute('src', ended);
    ended = null;
  }

  return (isWanted) => (isWanted ? resume() : end());
}

/**
 * Ends the request of a picture that leaves the list, or whose list is being replaced, because newer requests would wait until the
 * browser has finished it.
 */
class WhileWanted extends AsyncDirective {
  #want: ((isWanted: boolean) => void) | undefined;

  override render(_isWanted: boolean): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [isWanted]: [boolean]): unknown {
    this.#want ??= openImageRequest(element as HTMLImageElement);
    this.#want(isWanted);
    return noChange;
  }

  override disconnected(): void {
    this.#want?.(false);
  }

  override reconnected(): void {
    this.#want?.(true);
  }
}

/** `<img src=${address} ${whileWanted(true)}>`. Must come after the address, which it removes and restores. */
export const whileWanted = directive(WhileWanted);
