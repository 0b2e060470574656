import { noChange } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import type { ElementPart } from 'lit/directive.js';

/**
 * Ends the request of a picture that leaves the list, or whose list is being replaced. The browser would finish it first, and
 * what somebody has asked for since would wait.
 */
class WhileWanted extends AsyncDirective {
  #image: HTMLImageElement | undefined;
  /** The address whose request was ended. */
  #ended: string | null = null;

  override render(_isWanted: boolean): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [isWanted]: [boolean]): unknown {
    this.#image = element as HTMLImageElement;
    if (isWanted) this.#resume();
    else this.#end();
    return noChange;
  }

  #end(): void {
    const image = this.#image;
    if (!image || image.complete) return;
    this.#ended = image.getAttribute('src');
    image.removeAttribute('src');
  }

  #resume(): void {
    // The image may have got another address meanwhile.
    if (this.#ended !== null && !this.#image?.hasAttribute('src')) this.#image?.setAttribute('src', this.#ended);
    this.#ended = null;
  }

  override disconnected(): void {
    this.#end();
  }

  override reconnected(): void {
    this.#resume();
  }
}

/** `<img src=${address} ${whileWanted(true)}>`, after the address. */
export const whileWanted = directive(WhileWanted);
