import { noChange } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import type { ElementPart } from 'lit/directive.js';

/** What of an image its request depends on. */
export type RequestingImage = Pick<
  HTMLImageElement,
  'complete' | 'getAttribute' | 'hasAttribute' | 'removeAttribute' | 'setAttribute'
>;

/** Opens the request of an image. The function that is returned ends it while it is not wanted, and then sends it again. */
export function openImageRequest(image: RequestingImage): (isWanted: boolean) => void {
  /** The address whose request was ended. */
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
 * Ends the request of a picture that leaves the list, or whose list is being replaced. The browser would finish it first, and
 * what somebody has asked for since would wait.
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

/** `<img src=${address} ${whileWanted(true)}>`, after the address. */
export const whileWanted = directive(WhileWanted);
