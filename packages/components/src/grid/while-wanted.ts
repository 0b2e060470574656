import { noChange } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import type { ElementPart } from 'lit/directive.js';

/** The members of an image that this file uses. */
type RequestingImage = Pick<
  HTMLImageElement,
  'complete' | 'getAttribute' | 'hasAttribute' | 'removeAttribute' | 'setAttribute'
>;

/** What makes an image send a request; the last one is the address for browsers that know no widths. */
const ADDRESSES = ['srcset', 'src'] as const;

/** Returns a function that ends the request of an image (`false`), or sends it again (`true`). */
function openImageRequest(image: RequestingImage): (isWanted: boolean) => void {
  /** The attributes whose request was ended. */
  const ended = new Map<string, string>();

  function end(): void {
    if (image.complete) return;
    for (const name of ADDRESSES) {
      const address = image.getAttribute(name);
      if (address !== null) ended.set(name, address);
      image.removeAttribute(name);
    }
  }

  function resume(): void {
    // The image may have got another address meanwhile.
    if (!image.hasAttribute('src')) for (const [name, address] of ended) image.setAttribute(name, address);
    ended.clear();
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
