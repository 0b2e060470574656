/** A point of the content: `y` counts from the start of the content, wherever the screen is. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A pointer that moves less than this many pixels has not begun to drag. */
const MIN_DISTANCE = 6;

/** Distance from the upper or lower edge of the list within which the list scrolls, in pixels. */
const EDGE = 48;

/** Maximum scroll speed in pixels per millisecond, and speed for each pixel that the pointer is past `EDGE`. */
const MAX_SPEED = 4;
const PER_PIXEL = 0.025;

/** Milliseconds that a frame counts at most, so that the list does not jump after a slow one. */
const MAX_FRAME = 50;

/** What following a drag needs of the grid. */
export interface DragHost {
  /** The point of the content under a pointer; `screen` is where the list is in the window. */
  pointOf(event: PointerEvent, screen: DOMRect): Point;
  /** Moves the list by this many pixels. */
  scrollBy(pixels: number): void;
  /** Called when a press has become a drag. */
  starts(): void;
  /** Called whenever the pointer or the list has moved. */
  moved(from: Point, to: Point): void;
  /** Called at the end of a drag. */
  ends(): void;
}

/** A press that may become a drag. While the pointer is dragged near an edge of the list, the list scrolls. */
export class Drag {
  readonly #start: PointerEvent;
  readonly #scroller: HTMLElement;
  readonly #host: DragHost;
  readonly #from: Point;
  #last: PointerEvent;
  #isDragging = false;
  #frame = 0;
  #lastFrame = 0;

  constructor(start: PointerEvent, scroller: HTMLElement, host: DragHost) {
    this.#start = start;
    this.#last = start;
    this.#scroller = scroller;
    this.#host = host;
    this.#from = this.#point;
  }

  /** Follows a movement of the pointer. */
  moved(event: PointerEvent): void {
    // Other fingers go their own ways.
    if (!event.isPrimary || (!this.#isDragging && this.#distanceTo(event) < MIN_DISTANCE)) return;
    this.#last = event;
    if (!this.#isDragging) {
      this.#isDragging = true;
      this.#host.starts();
      // From now on, the list is told of movements outside of it, too.
      this.#scroller.setPointerCapture(this.#start.pointerId);
      this.#lastFrame = performance.now();
      this.#frame = requestAnimationFrame(this.#atEdge);
    }
    this.#host.moved(this.#from, this.#point);
  }

  /** Ends with the release. Returns true if the pointer was dragged; the click that follows must then be ignored. */
  end(): boolean {
    cancelAnimationFrame(this.#frame);
    if (this.#isDragging) this.#host.ends();
    return this.#isDragging;
  }

  #distanceTo({ clientX, clientY }: PointerEvent): number {
    return Math.hypot(clientX - this.#start.clientX, clientY - this.#start.clientY);
  }

  get #point(): Point {
    return this.#host.pointOf(this.#last, this.#scroller.getBoundingClientRect());
  }

  readonly #atEdge = (time: number): void => {
    // The list was removed, so no release will follow.
    if (!this.#scroller.isConnected) return;
    const elapsed = Math.min(MAX_FRAME, time - this.#lastFrame);
    this.#lastFrame = time;
    const { top, bottom } = this.#scroller.getBoundingClientRect();
    const above = Math.max(0, top + EDGE - this.#last.clientY);
    const below = Math.max(0, this.#last.clientY - bottom + EDGE);
    // The nearer to the edge or the farther beyond it, the faster.
    const speed = Math.min(MAX_SPEED, (below || above) * PER_PIXEL) * (below > 0 ? 1 : -1);
    if (speed !== 0) {
      this.#host.scrollBy(speed * elapsed);
      this.#host.moved(this.#from, this.#point);
    }
    this.#frame = requestAnimationFrame(this.#atEdge);
  };
}
