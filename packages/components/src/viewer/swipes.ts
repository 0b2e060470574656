/** Where a finger swiped to. */
type SwipeDirection = 'left' | 'right' | 'down';

/** What swipes do. */
export interface SwipeTarget {
  /** True while fingers move something else, such as an enlarged picture. */
  isTaken(): boolean;
  /** True if a swipe in this direction leads anywhere. */
  leads(to: SwipeDirection): boolean;
  swiped(to: SwipeDirection): void;
}

/** How far a finger has moved, in CSS pixels: to the right and down. */
interface SwipeWay {
  readonly across: number;
  readonly down: number;
}

/** Pixels that a finger must move for a swipe. Further downwards, because closing is harder to take back than leading on. */
const LEAST = { sideways: 56, down: 120 } as const;

/** Pixels that a finger that only presses may move. */
const SLACK = 8;

/** Share of a movement that the content follows if the swipe does nothing. */
const RESISTANCE = 0.25;

/** The swipe of a finger that was lifted after this way; undefined if it was none. */
function swipeOf({ across, down }: SwipeWay): SwipeDirection | undefined {
  if (Math.abs(across) > LEAST.sideways && Math.abs(across) > 2 * Math.abs(down)) return across < 0 ? 'left' : 'right';
  return down > LEAST.down && down > 2 * Math.abs(across) ? 'down' : undefined;
}

/**
 * Follows single fingers over an element. Sets its property `--_swipe` to the translation by which the content follows. A browser
 * that handles the finger itself, such as to scroll, cancels the pointer, which ends the swipe.
 */
export class Swipes {
  readonly #target: SwipeTarget;
  /** The finger, where it was pressed, and the direction to which its first movement belongs. */
  #finger: { readonly id: number; readonly x: number; readonly y: number; axis?: 'sideways' | 'down' } | undefined;
  /** Ends the watch for a selection of text. */
  #watch: AbortController | undefined;

  constructor(target: SwipeTarget) {
    this.#target = target;
  }

  readonly pressed = (event: PointerEvent): void => {
    const { currentTarget, pointerId: id, clientX: x, clientY: y } = event;
    this.#end(currentTarget);
    if (!event.isPrimary || event.pointerType !== 'touch') return;
    if (this.#target.isTaken() || isPageEnlarged() || isOfPlayer(event)) return;
    this.#finger = { id, x, y };
    this.#watch = new AbortController();
    // A long press selects a word, and moving on selects more.
    document.addEventListener('selectionchange', () => this.#end(currentTarget), { signal: this.#watch.signal });
  };

  readonly moved = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent): void => {
    const finger = this.#finger;
    if (finger?.id !== pointerId) return;
    const [across, down] = [clientX - finger.x, clientY - finger.y];
    if (Math.max(Math.abs(across), Math.abs(down)) < SLACK) return;
    finger.axis ??= Math.abs(across) > Math.abs(down) ? 'sideways' : 'down';
    const isSideways = finger.axis === 'sideways';
    const to = isSideways ? (across < 0 ? 'left' : 'right') : 'down';
    const way = (isSideways ? across : Math.max(0, down)) * (this.#target.leads(to) ? 1 : RESISTANCE);
    (currentTarget as HTMLElement).style.setProperty('--_swipe', isSideways ? `${way}px` : `0 ${way}px`);
  };

  readonly released = (event: PointerEvent): void => {
    const finger = this.#finger;
    if (finger?.id !== event.pointerId) return;
    const to = swipeOf({ across: event.clientX - finger.x, down: event.clientY - finger.y });
    this.#end(event.currentTarget);
    if (to && event.type === 'pointerup' && this.#target.leads(to)) this.#target.swiped(to);
  };

  #end(element: EventTarget | null): void {
    this.#watch?.abort();
    this.#finger = undefined;
    (element as HTMLElement).style.removeProperty('--_swipe');
  }
}

/** True if the person has enlarged the page with two fingers, so that one finger moves it. */
function isPageEnlarged(): boolean {
  return (visualViewport?.scale ?? 1) > 1.01;
}

/** True for a press on the controls of a player, or on a film that fills the screen. */
function isOfPlayer({ target }: PointerEvent): boolean {
  return (target as Element).closest('abs-media-controls, :fullscreen') !== null;
}
