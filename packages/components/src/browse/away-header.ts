import type { ReactiveControllerHost } from 'lit';

/** Pixels that a finger moves in one direction before the header follows. */
const MIN_WAY = 24;

/**
 * Takes the header of a phone's page away while a finger moves the list up, so that pictures have the screen, and brings it back
 * with the first movement down.
 */
export class AwayHeader {
  isAway = false;
  readonly #host: Pick<ReactiveControllerHost, 'requestUpdate'>;
  #from = 0;

  constructor(host: Pick<ReactiveControllerHost, 'requestUpdate'>) {
    this.#host = host;
  }

  readonly touched = {
    passive: true,
    handleEvent: ({ type, touches }: TouchEvent): void => {
      const place = touches[0]?.clientY ?? 0;
      const way = place - this.#from;
      // A movement back counts from where the finger turned.
      if (type === 'touchstart' || way > 0 !== this.isAway) this.#from = place;
      else if (Math.abs(way) >= MIN_WAY) {
        this.isAway = way < 0;
        this.#from = place;
        this.#host.requestUpdate();
      }
    },
  };
}
