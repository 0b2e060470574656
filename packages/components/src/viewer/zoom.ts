/** Width and height in CSS pixels. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** A picture that is zoomed. */
export interface ZoomedPicture {
  /** Its proportions, and its size in pixels if it is small. */
  readonly size: Extent;
  /** False while it is being loaded. */
  readonly isLoaded: boolean;
  /** Longer side in pixels at which it is available, as far as it is known. */
  readonly available: number;
  /** Longer side of the picture itself, in pixels; undefined if it has none, or nobody knows them yet. */
  readonly own: number | undefined;
  /** Length of the longer side, in CSS pixels, above which the whole picture is not enlarged; undefined without a limit. */
  readonly longest: number | undefined;
}

/** Scales of a picture: 1 fits it into the stage. */
export interface ZoomLimits {
  /** Size of the picture at scale 1. */
  readonly fitted: Extent;
  readonly stage: Extent;
  /** Below 1 only for a picture that fits the stage because it is enlarged. */
  readonly minScale: number;
  readonly maxScale: number;
  /**
   * Scale at which a pixel of the picture is a pixel of the screen; undefined if the picture has no pixels of its own, or nobody
   * knows them yet.
   */
  readonly actual: number | undefined;
}

/** In pixels: a preview with a shorter longer side is that of a small file, and is not enlarged to fill the stage. */
const SMALL = 1000;

/**
 * Largest zoom: a pixel of what is available covers two pixels of the screen in each direction, but at least fourfold, and at
 * least one where less is available than the picture has. All pictures count as at least as large as the largest preview, so that
 * the zoom does not jump when the size of the file becomes known.
 */
const LARGEST = { preview: 3000, pixels: 2, least: 4 } as const;

/** Margin around the whole picture, in pixels, on stages that are wider than `from` and higher than half of that. */
const MARGIN = { pixels: 20, from: 600 } as const;

/** Returns how far a picture can be zoomed on a stage. */
export function zoomLimits(
  { size, available, own, longest }: Omit<ZoomedPicture, 'isLoaded'>,
  stage: Extent,
): ZoomLimits {
  const side = longer(size);
  const limit = longest ?? (side < SMALL ? side : Number.POSITIVE_INFINITY);
  const margin = stage.width > MARGIN.from && stage.height > MARGIN.from / 2 ? 2 * MARGIN.pixels : 0;
  const factor = Math.min((stage.width - margin) / size.width, (stage.height - margin) / size.height, limit / side);
  const fitted = { width: size.width * factor, height: size.height * factor };
  const pixels = longer(fitted) * devicePixelRatio;
  const actual = own === undefined ? undefined : own / pixels;
  const largest = (LARGEST.pixels * Math.max(LARGEST.preview, available)) / pixels;
  return {
    ...{ fitted, stage, actual, minScale: Math.min(1, actual ?? 1) },
    maxScale: Math.max(LARGEST.least, largest, actual ?? 0),
  };
}

/** Returns the nearest scale within the limits. */
export function withinLimits(scale: number, { minScale, maxScale }: ZoomLimits): number {
  return Math.min(maxScale, Math.max(minScale, scale));
}

/** Places an element, in CSS pixels from the corner of its parent. */
export function placeAt({ style }: HTMLElement, x: number, y: number, { width, height }: Extent): void {
  Object.assign(style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
}

/** The longer side. */
export function longer({ width, height }: Extent): number {
  return Math.max(width, height);
}
