import { type Gestures, openGestures } from './gestures.ts';
import { type Extent, fitInto, keepInStage, panBy, WHOLE, type Zoom, type ZoomLimits, zoomBy } from './zoom.ts';

/** A picture that can be enlarged and moved. */
export interface Zoomable {
  readonly zoom: Zoom;
  /** Undefined while the size of the picture or of the stage is unknown. */
  readonly limits: ZoomLimits | undefined;
  readonly gestures: Gestures;
  /** Enlarges around the middle. */
  by(factor: number): void;
  /** Shows more of the picture in this direction: 1 is right or down, -1 left or up. */
  pan(x: number, y: number): void;
  /** Shows the whole picture. */
  whole(): void;
  /** Shows a pixel of the picture as a pixel of the screen, if the picture has pixels. */
  actual(): void;
  /** Sets the size of the stage in CSS pixels. */
  resize(stage: Extent): void;
}

/** The picture that is shown, and callbacks. */
export interface ZoomableOptions {
  /** Size of the picture in pixels, as `PictureLayers.size`. */
  readonly size: () => Extent | undefined;
  /** Longer side in pixels at which the picture is available, as far as it is known. */
  readonly available: () => number;
  /** Longer side of the picture itself, in pixels; undefined if it has none, or nobody knows them yet. */
  readonly own: () => number | undefined;
  /** Length of the longer side, in CSS pixels, above which the whole picture is not enlarged; undefined without a limit. */
  readonly longest: () => number | undefined;
  /** True if the viewer is part of a page, which the wheel scrolls. */
  readonly isInline: () => boolean;
  readonly changed: () => void;
}

/** In pixels: a preview with a shorter longer side is that of a small file, and is not enlarged to fill the stage. */
const SMALL = 1000;

/**
 * Largest zoom: a pixel of what is available covers two pixels of the screen in each direction, but at least fourfold, and at least one
 * where less is available than the picture has. All pictures count
 * as at least as large as the largest preview, so that the zoom does not jump when the size of the file becomes known.
 */
const LARGEST = { preview: 3000, pixels: 2, least: 4 } as const;

/** Margin around the whole picture, in pixels, on stages that are wider than `from` and higher than half of that. */
const MARGIN = { pixels: 20, from: 600 } as const;

/** Pixels by which a key moves the picture. */
const STEP = 80;

/** Opens a picture that is shown as a whole at first. */
export function openZoomable({ size, available, own, longest, isInline, changed }: ZoomableOptions): Zoomable {
  /** May be outside the limits, which depend on the picture and the stage. */
  let wanted = WHOLE;
  let stage: Extent = { width: 0, height: 0 };

  function limits(): ZoomLimits | undefined {
    const picture = size();
    if (!picture || stage.width === 0 || stage.height === 0) return undefined;
    const side = Math.max(picture.width, picture.height);
    const limit = longest() ?? (side < SMALL ? side : Number.POSITIVE_INFINITY);
    const margin = stage.width > MARGIN.from && stage.height > MARGIN.from / 2 ? 2 * MARGIN.pixels : 0;
    const room = { width: stage.width - margin, height: stage.height - margin };
    const fitted = fitInto(picture, room, limit / side);
    const pixels = Math.max(fitted.width, fitted.height) * devicePixelRatio;
    const largest = (LARGEST.pixels * Math.max(LARGEST.preview, available())) / pixels;
    const length = own();
    const actual = length === undefined ? undefined : length / pixels;
    const maxScale = Math.max(LARGEST.least, largest, actual ?? 0);
    return { fitted, stage, minScale: Math.min(1, actual ?? 1), maxScale, actual };
  }

  function current(): Zoom {
    const known = limits();
    return known ? keepInStage(wanted, known) : wanted;
  }

  function become(next: Zoom): void {
    wanted = next;
    changed();
  }

  function change(zoomed: (zoom: Zoom, limits: ZoomLimits) => Zoom): void {
    const known = limits();
    if (known) become(zoomed(current(), known));
  }

  return {
    get zoom() {
      return current();
    },
    get limits() {
      return limits();
    },
    gestures: openGestures({ zoom: current, limits, leavesWheel: isInline, zoomed: become }),
    by: (factor) => change((zoom, known) => zoomBy(zoom, factor, { x: 0, y: 0 }, known)),
    pan: (x, y) => change((zoom, known) => panBy(zoom, -x * STEP, -y * STEP, known)),
    whole: () => become(WHOLE),
    actual: () =>
      change((zoom, known) =>
        known.actual === undefined ? zoom : zoomBy(zoom, known.actual / zoom.scale, { x: 0, y: 0 }, known),
      ),
    resize: (next) => {
      if (next.width === stage.width && next.height === stage.height) return;
      stage = next;
      changed();
    },
  };
}
