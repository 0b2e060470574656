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

/** How a picture is seen. `scale` 1 fits it into the stage; x and y are its centre, from the centre of the stage. */
export interface Zoom extends StagePoint {
  readonly scale: number;
}

/** What a zoom is limited by: the picture as large as it fits, the stage, and the largest scale. */
export interface ZoomLimits {
  readonly fitted: Extent;
  readonly stage: Extent;
  readonly most: number;
}

/** The whole picture, in the middle. */
export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };

/** Returns the size at which a picture fits into the stage, with its proportions. Never above `most` times its size. */
export function fitInto(picture: Extent, stage: Extent, most = Number.POSITIVE_INFINITY): Extent {
  const factor = Math.min(stage.width / picture.width, stage.height / picture.height, most);
  return { width: picture.width * factor, height: picture.height * factor };
}

/** Enlarges by a factor, while what is at `point` stays there as far as the limits allow. */
export function zoomBy(zoom: Zoom, factor: number, point: StagePoint, limits: ZoomLimits): Zoom {
  const scale = clamp(zoom.scale * factor, 1, limits.most);
  const ratio = scale / zoom.scale;
  const x = point.x - (point.x - zoom.x) * ratio;
  const y = point.y - (point.y - zoom.y) * ratio;
  return keepInStage({ scale, x, y }, limits);
}

/** Moves the picture. It can be moved as far as its edges, and not at all along a side that fits. */
export function panBy(zoom: Zoom, x: number, y: number, limits: ZoomLimits): Zoom {
  return keepInStage({ ...zoom, x: zoom.x + x, y: zoom.y + y }, limits);
}

/** Returns the nearest zoom within the limits, for example after the stage became smaller. */
export function keepInStage({ scale, x, y }: Zoom, { fitted, stage, most }: ZoomLimits): Zoom {
  const within = clamp(scale, 1, Math.max(1, most));
  const room = (side: 'width' | 'height') => Math.max(0, (fitted[side] * within - stage[side]) / 2);
  const [across, down] = [room('width'), room('height')];
  return { scale: within, x: clamp(x, -across, across), y: clamp(y, -down, down) };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
