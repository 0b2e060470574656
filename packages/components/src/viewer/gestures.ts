import { panBy, type StagePoint, WHOLE, type Zoom, type ZoomLimits, zoomBy } from './zoom.ts';

/** The picture that gestures zoom and move. */
export interface GestureTarget {
  zoom(): Zoom;
  /** Undefined while there is no picture. */
  limits(): ZoomLimits | undefined;
  /** True if the wheel scrolls the surrounding page unless the picture is enlarged. */
  leavesWheel(): boolean;
  /** Called with each new zoom. */
  zoomed(zoom: Zoom): void;
}

/** Factor by which a double click enlarges. */
const DOUBLE = 2.5;

/** Listeners of a stage, for wheel, pinch, drag and double click. */
export interface Gestures {
  pressed(event: PointerEvent): void;
  moved(event: PointerEvent): void;
  released(event: PointerEvent): void;
  wheeled(event: WheelEvent): void;
  doubleClicked(event: MouseEvent): void;
}

/** Follows pointers over a stage. */
export function openGestures(target: GestureTarget): Gestures {
  const pointers = new Map<number, StagePoint>();

  return {
    pressed: (event) => {
      if (event.button !== 0) return;
      const stage = event.currentTarget as HTMLElement;
      // A first finger touches, so any others were lifted without the stage noticing.
      if (event.isPrimary) pointers.clear();
      // Buttons over the picture keep their clicks.
      if ((event.target as Element).closest('button, input, a')) return;
      stage.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, pointIn(event));
    },
    moved: (event) => {
      const before = pointers.get(event.pointerId);
      const [limits, zoom] = [target.limits(), target.zoom()];
      if (!before || !limits) return;
      const now = pointIn(event);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, now);
      if (other) {
        const factor = distance(now, other) / Math.max(1, distance(before, other));
        const moved = panBy(zoom, (now.x - before.x) / 2, (now.y - before.y) / 2, limits);
        target.zoomed(zoomBy(moved, factor, middle(now, other), limits));
      } else if (zoom.scale > 1) target.zoomed(panBy(zoom, now.x - before.x, now.y - before.y, limits));
    },
    released: ({ pointerId }) => pointers.delete(pointerId),
    wheeled: (event) => {
      const [limits, zoom] = [target.limits(), target.zoom()];
      if (!limits || (target.leavesWheel() && zoom.scale <= 1 && !event.ctrlKey)) return;
      event.preventDefault();
      // A pinch on a touch pad arrives as a wheel with Ctrl, in smaller steps.
      const speed = (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1) * (event.ctrlKey ? 0.01 : 0.0025);
      target.zoomed(zoomBy(zoom, Math.exp(-event.deltaY * speed), pointIn(event), limits));
    },
    doubleClicked: (event) => {
      const [limits, zoom] = [target.limits(), target.zoom()];
      if (!limits || (event.target as Element).closest('button, input, a')) return;
      target.zoomed(zoom.scale > 1 ? WHOLE : zoomBy(zoom, DOUBLE, pointIn(event), limits));
    },
  };
}

/**
 * Swallows the remaining clicks of the double click that opened a dialog. To be called when the dialog opens; ends with the
 * first separate click, or when the dialog closes.
 */
export function ignoreOpeningClicks(dialog: HTMLDialogElement): void {
  const listening = new AbortController();
  const clicked = (event: MouseEvent) => {
    if (event.detail <= 1) return listening.abort();
    event.stopPropagation();
    event.preventDefault();
  };
  // The event of an earlier closing may arrive after the dialog was opened again.
  const closed = () => dialog.open || listening.abort();
  dialog.addEventListener('close', closed, { signal: listening.signal });
  for (const type of ['click', 'dblclick'] as const)
    dialog.addEventListener(type, clicked, { capture: true, signal: listening.signal });
}

function pointIn({ clientX, clientY, currentTarget }: MouseEvent): StagePoint {
  const { left, top, width, height } = (currentTarget as HTMLElement).getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

function distance(one: StagePoint, other: StagePoint): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function middle(one: StagePoint, other: StagePoint): StagePoint {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
