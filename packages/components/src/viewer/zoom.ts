/** Width and height in CSS pixels. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** A point in CSS pixels, measured from the centre of the stage. */
export interface StagePoint {
  readonly x: number;
  readonly y: number;
}

/** Where a picture is drawn, and how large. `scale` 1 fits it into the stage; x and y are its centre. */
export interface Zoom extends StagePoint {
  readonly scale: number;
}

export interface ZoomLimits {
  /** Size of the picture at scale 1. */
  readonly fitted: Extent;
  readonly stage: Extent;
  /** Below 1 only for a picture that fits the stage because it is enlarged. */
  readonly minScale: number;
  readonly maxScale: number;
  /** Scale at which a pixel of the picture is a pixel of the screen; undefined if the picture has no pixels of its own, or nobody knows them yet. */
  readonly actual?: number | undefined;
}

/** Where a picture is drawn, in CSS pixels from the upper left corner of the stage. */
export interface PictureBox extends Extent {
  readonly x: number;
  readonly y: number;
}

/** The whole picture, in the middle. */
export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };

/** Returns the size at which a picture fits into the stage in its proportions, at most `maxFactor` times its own size. */
export function fitInto(picture: Extent, stage: Extent, maxFactor = Number.POSITIVE_INFINITY): Extent {
  const factor = Math.min(stage.width / picture.width, stage.height / picture.height, maxFactor);
  return { width: picture.width * factor, height: picture.height * factor };
}

/** Enlarges by a factor. The detail at `point` stays there as far as the limits allow. */
export function zoomBy(zoom: Zoom, factor: number, point: StagePoint, limits: ZoomLimits): Zoom {
  const scale = clamp(zoom.scale * factor, limits.minScale, limits.maxScale);
  const ratio = scale / zoom.scale;
  const x = point.x - (point.x - zoom.x) * ratio;
  const y = point.y - (point.y - zoom.y) * ratio;
  return keepInStage({ scale, x, y }, limits);
}

/** Moves the picture: as far as its edges, and not at all along a side that fits into the stage. */
export function panBy(zoom: Zoom, x: number, y: number, limits: ZoomLimits): Zoom {
  return keepInStage({ ...zoom, x: zoom.x + x, y: zoom.y + y }, limits);
}

/** Returns the nearest zoom within the limits, for example after the stage became smaller. */
export function keepInStage({ scale, x, y }: Zoom, { fitted, stage, minScale, maxScale }: ZoomLimits): Zoom {
  const allowed = clamp(scale, minScale, Math.max(minScale, maxScale));
  const room = (side: 'width' | 'height') => Math.max(0, (fitted[side] * allowed - stage[side]) / 2);
  const [across, down] = [room('width'), room('height')];
  return { scale: allowed, x: clamp(x, -across, across), y: clamp(y, -down, down) };
}

/** Returns where a picture is drawn. Its corner is on a pixel of the screen, so that parts of it can be, too. */
export function boxOf({ scale, x, y }: Zoom, { fitted, stage }: ZoomLimits): PictureBox {
  const [width, height] = [fitted.width * scale, fitted.height * scale];
  const onScreen = (length: number) => Math.round(length * devicePixelRatio) / devicePixelRatio;
  return { x: onScreen((stage.width - width) / 2 + x), y: onScreen((stage.height - height) / 2 + y), width, height };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
