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

/** A press that may become a drag. */
export interface Drag {
  /** Follows a movement of the pointer. */
  moved(event: PointerEvent): void;
  /** Ends with the release. Returns true if the pointer was dragged; the click that follows must then be ignored. */
  end(): boolean;
}

/** Begins with a press. While the pointer is dragged near an edge of the list, the list scrolls. */
export function openDrag(start: PointerEvent, scroller: HTMLElement, host: DragHost): Drag {
  const screenOf = () => scroller.getBoundingClientRect();
  const from = host.pointOf(start, screenOf());
  let last = start;
  let isDragging = false;
  let frame = 0;
  let lastFrame = 0;

  function follow(): void {
    host.moved(from, host.pointOf(last, screenOf()));
  }

  function atEdge(time: number): void {
    // The list was removed, so no release will follow.
    if (!scroller.isConnected) return;
    const elapsed = Math.min(MAX_FRAME, time - lastFrame);
    lastFrame = time;
    const { top, bottom } = screenOf();
    const above = Math.max(0, top + EDGE - last.clientY);
    const below = Math.max(0, last.clientY - bottom + EDGE);
    // The nearer to the edge or the farther beyond it, the faster.
    const speed = Math.min(MAX_SPEED, (below || above) * PER_PIXEL) * (below > 0 ? 1 : -1);
    if (speed !== 0) {
      host.scrollBy(speed * elapsed);
      follow();
    }
    frame = requestAnimationFrame(atEdge);
  }

  return {
    moved: (event) => {
      // Other fingers go their own ways.
      if (!event.isPrimary || (!isDragging && distanceBetween(event, start) < MIN_DISTANCE)) return;
      last = event;
      if (!isDragging) {
        isDragging = true;
        host.starts();
        // From now on, the list is told of movements outside of it, too.
        scroller.setPointerCapture(start.pointerId);
        lastFrame = performance.now();
        frame = requestAnimationFrame(atEdge);
      }
      follow();
    },
    end: () => {
      cancelAnimationFrame(frame);
      if (isDragging) host.ends();
      return isDragging;
    },
  };
}

/** The way between the places of two events, in pixels. */
export function distanceBetween(one: PointerEvent, other: PointerEvent): number {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}
