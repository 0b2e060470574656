/** A rectangle that is drawn with the mouse to select what it touches. */

/** A point of the content: `y` counts from the start of the content, wherever the screen is. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The drawn rectangle. */
export interface Band {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A press that moves less than this many pixels is a click. */
const MIN_DISTANCE = 6;

/** Distance from the upper or lower edge of the list within which the list scrolls, in pixels. */
const EDGE = 48;

/** Maximum speed in pixels per millisecond, and the speed for each pixel that the pointer has come nearer to the edge. */
const MAX_SPEED = 4;
const PER_PIXEL = 0.025;

/** Milliseconds that a frame counts at most, so that the list does not jump after a slow one. */
const MAX_FRAME = 50;

/** What drawing a rectangle needs of the grid. */
export interface BandHost {
  /** The point of the content under a pointer. */
  pointOf(event: PointerEvent): Point;
  /** Moves the list by this many pixels. */
  scrollBy(pixels: number): void;
  /** Called when a press has become a rectangle. */
  starts(): void;
  /** Called whenever the rectangle changes; with undefined at its end. */
  drawn(band: Band | undefined): void;
}

/**
 * Follows a press of the main button until its release. Resolves with true if a rectangle was drawn; the click that follows must
 * then be ignored.
 */
export function followBand(start: PointerEvent, scroller: HTMLElement, host: BandHost): Promise<boolean> {
  const from = host.pointOf(start);
  let last = start;
  let isDrawing = false;
  let frame = 0;
  let lastFrame = 0;

  function draw(): void {
    const to = host.pointOf(last);
    const [left = 0, right = 0] = [from.x, to.x].toSorted((a, b) => a - b);
    const [top = 0, bottom = 0] = [from.y, to.y].toSorted((a, b) => a - b);
    host.drawn({ left, top, right, bottom });
  }

  function atEdge(time: number): void {
    const elapsed = Math.min(MAX_FRAME, time - lastFrame);
    lastFrame = time;
    const { top, bottom } = scroller.getBoundingClientRect();
    const above = Math.max(0, top + EDGE - last.clientY);
    const below = Math.max(0, last.clientY - bottom + EDGE);
    // The nearer to the edge or the farther beyond it, the faster.
    const speed = Math.min(MAX_SPEED, (below || above) * PER_PIXEL) * (below > 0 ? 1 : -1);
    if (speed !== 0) {
      host.scrollBy(speed * elapsed);
      draw();
    }
    frame = requestAnimationFrame(atEdge);
  }

  return new Promise((resolve) => {
    const controller = new AbortController();
    const { signal } = controller;
    const move = (event: PointerEvent) => {
      last = event;
      if (!isDrawing && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < MIN_DISTANCE) return;
      if (!isDrawing) {
        isDrawing = true;
        host.starts();
        scroller.setPointerCapture(start.pointerId);
        lastFrame = performance.now();
        frame = requestAnimationFrame(atEdge);
      }
      draw();
    };
    const end = () => {
      controller.abort();
      cancelAnimationFrame(frame);
      if (isDrawing) host.drawn(undefined);
      resolve(isDrawing);
    };
    scroller.addEventListener('pointermove', move, { signal });
    for (const name of ['pointerup', 'pointercancel'] as const) addEventListener(name, end, { signal });
  });
}
