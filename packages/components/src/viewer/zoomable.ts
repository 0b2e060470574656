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
  /** Shows more of what lies in this direction: 1 to the right or down, -1 to the left or up. */
  look(x: number, y: number): void;
  /** Shows the whole picture. */
  whole(): void;
  /** Tells the size of the stage in CSS pixels. */
  resize(stage: Extent): void;
}

/** What a zoomable picture asks its owner, and tells it. */
export interface ZoomableOptions {
  /** Size of the picture in pixels, as `PictureLayers.size`. */
  readonly size: () => Extent | undefined;
  /** Longest side at which the picture is seen as a whole, in CSS pixels; undefined without such a limit. */
  readonly longest: () => number | undefined;
  /** True if the viewer is a part of a page that scrolls. */
  readonly isInline: () => boolean;
  readonly changed: () => void;
  readonly swiped: (direction: 'left' | 'right') => void;
}

/** Pictures whose longer side is below this are as small as that, and are not enlarged to fill the stage; in pixels. */
const SMALL = 1000;

/** How far one can zoom: until a pixel of the largest preview has this many on the screen, and at least four times. */
const LARGEST = { preview: 3000, pixels: 2, least: 4 } as const;

/** Pixels around a picture that is seen as a whole, on stages that are wider than `from`. */
const MARGIN = { pixels: 20, from: 600 } as const;

/** Pixels by which a key moves the picture. */
const STEP = 80;

/** Opens a picture that is seen as a whole at first. */
export function openZoomable({ size, longest: most, isInline, changed, swiped }: ZoomableOptions): Zoomable {
  let zoom = WHOLE;
  let stage: Extent = { width: 0, height: 0 };

  function limits(): ZoomLimits | undefined {
    const picture = size();
    if (!picture || stage.width === 0 || stage.height === 0) return undefined;
    const side = Math.max(picture.width, picture.height);
    const limit = most();
    const enlarged = limit === undefined ? (side < SMALL ? 1 : undefined) : limit / side;
    const margin = stage.width > MARGIN.from && stage.height > MARGIN.from / 2 ? 2 * MARGIN.pixels : 0;
    const room = { width: stage.width - margin, height: stage.height - margin };
    const fitted = fitInto(picture, room, enlarged);
    const longest = Math.max(fitted.width, fitted.height) * devicePixelRatio;
    return { fitted, stage, most: Math.max(LARGEST.least, (LARGEST.preview * LARGEST.pixels) / longest) };
  }

  function become(next: Zoom): void {
    zoom = next;
    changed();
  }

  function within(change: (limits: ZoomLimits) => Zoom): void {
    const known = limits();
    if (known) become(change(known));
  }

  return {
    get zoom() {
      return zoom;
    },
    get limits() {
      return limits();
    },
    gestures: openGestures({ zoom: () => zoom, limits, leavesWheel: isInline, zoomed: become, swiped }),
    by: (factor) => within((known) => zoomBy(zoom, factor, { x: 0, y: 0 }, known)),
    look: (x, y) => within((known) => panBy(zoom, -x * STEP, -y * STEP, known)),
    whole: () => become(WHOLE),
    resize: (next) => {
      if (next.width === stage.width && next.height === stage.height) return;
      stage = next;
      const known = limits();
      become(known ? keepInStage(zoom, known) : WHOLE);
    },
  };
}
