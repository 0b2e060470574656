/** Zoom, gestures and tiles of a picture by OpenSeadragon. Loaded on demand, because it is large. */
import OpenSeadragon from 'openseadragon';
import type { TileDrawing } from './tile-source.ts';
import { placeAt, withinLimits, type ZoomLimits } from './zoom.ts';

const { Point, Rect } = OpenSeadragon;

/** Factor by which a double click enlarges. */
const DOUBLE = 2.5;

/** Seconds that a change of the zoom takes, unless people want less motion. */
const SECONDS = 0.25;

/** Relative difference below which two scales are the same. */
const ROUNDING = 1e-6;

/** Milliseconds for a tile, which the service may have to cut first. */
const PATIENCE = 600_000;

/** Most tiles that are loaded at once. */
const MAX_REQUESTS = 8;

/** Where a picture is drawn, and callbacks. */
export interface DeepZoomOptions {
  /** Gets the gestures. */
  readonly surface: HTMLElement;
  /** The picture without tiles. It is placed below them. */
  readonly picture: HTMLElement;
  /** True if the wheel scrolls the surrounding page unless the picture is enlarged. */
  readonly leavesWheel: () => boolean;
  /** Called with each new scale, and when the picture has come to rest. */
  readonly changed: () => void;
}

/** A picture that is zoomed and moved. The picture is 1 wide in the coordinates of the viewport. */
export class DeepZoom {
  /** The scale that the picture has, or is about to have. */
  scale = 1;
  readonly #options: DeepZoomOptions;
  readonly #viewer: OpenSeadragon.Viewer;
  #limits: ZoomLimits;
  #isResizing = false;

  constructor(options: DeepZoomOptions, limits: ZoomLimits, scale: number) {
    this.#options = options;
    this.#limits = limits;
    this.#viewer = openViewer(options.surface);
    const { viewport, canvas } = this.#viewer;
    canvas.prepend(options.picture);
    viewport.getConstrainedBounds = (isCurrent) => this.#constrained(viewport.getBounds(isCurrent));
    this.#viewer.addHandler('zoom', () => {
      if (this.#isMeasured && !this.#isResizing) this.#become(viewport.getZoom() / this.#whole);
    });
    // The library zooms by rules of its own when the size of the stage has changed.
    this.#viewer.addHandler('resize', () => {
      this.#isResizing = true;
    });
    this.#viewer.addHandler('viewport-change', () => {
      if (!this.#isResizing) return;
      this.#isResizing = false;
      this.#apply();
    });
    this.#viewer.addHandler('update-viewport', () => this.#place());
    this.#viewer.addHandler('animation-finish', options.changed);
    this.#viewer.addHandler('canvas-scroll', (event) => this.#wheeled(event));
    this.#viewer.addHandler('canvas-drag', (event) => {
      // The library would let the picture follow the pointer only slowly.
      event.preventDefaultAction = true;
      viewport.panBy(viewport.deltaPointsFromPixels(event.delta.negate(), true), true);
      viewport.applyConstraints(true);
    });
    this.show(limits, scale);
  }

  /** Shows a picture in the middle. */
  show(limits: ZoomLimits, scale = 1): void {
    this.scale = scale;
    this.#limits = limits;
    const { fitted } = limits;
    this.#viewer.viewport.panTo(new Point(0.5, fitted.height / fitted.width / 2), true);
    this.#apply();
  }

  /** Takes over the limits of the same picture. */
  fit(limits: ZoomLimits): void {
    if (JSON.stringify(limits) === JSON.stringify(this.#limits)) return;
    this.#limits = limits;
    this.#apply();
  }

  /** Enlarges to a scale, around the middle or a point of the viewport. */
  zoomTo(scale: number, point?: OpenSeadragon.Point): void {
    const { viewport } = this.#viewer;
    this.#become(scale);
    // Without a point, springs of the last zoom would still pull towards theirs.
    viewport.zoomTo(this.scale * this.#whole, point ?? viewport.getCenter(true));
    viewport.applyConstraints();
  }

  /** Shows more of the picture in this direction, in CSS pixels. */
  panBy(x: number, y: number): void {
    const { viewport } = this.#viewer;
    viewport.panBy(viewport.deltaPointsFromPixels(new Point(x, y), true));
    viewport.applyConstraints();
  }

  /** Enlarges around the point of a double click, or shows the whole picture again. */
  clickedTwice({ clientX, clientY }: MouseEvent): void {
    const { left, top } = this.#viewer.canvas.getBoundingClientRect();
    const point = this.#viewer.viewport.pointFromPixel(new Point(clientX - left, clientY - top), true);
    if (this.scale > 1) this.zoomTo(1);
    else this.zoomTo(this.scale * DOUBLE, point);
  }

  /** Draws tiles over the picture. Returns a function that takes them away. */
  drawTiles(source: object, drawing: TileDrawing): () => void {
    let item: OpenSeadragon.TiledImage | undefined;
    let isClosed = false;
    const { world } = this.#viewer;
    const isOurs = (event: { readonly tiledImage?: unknown }) => item !== undefined && event.tiledImage === item;
    const loaded = (event: { readonly tiledImage?: unknown }) => isOurs(event) && drawing.arrived();
    const failed = (event: { readonly tiledImage?: unknown }) => isOurs(event) && drawing.failed();
    const close = () => {
      isClosed = true;
      this.#viewer.removeHandler('tile-loaded', loaded);
      this.#viewer.removeHandler('tile-load-failed', failed);
      if (item && world.getIndexOfItem(item) >= 0) world.removeItem(item);
    };
    this.#viewer.addTiledImage({
      tileSource: source,
      success: (event: { readonly item: OpenSeadragon.TiledImage }) => {
        item = event.item;
        if (isClosed) return close();
        item.addHandler('fully-loaded-change', ({ fullyLoaded }) => drawing.completed(fullyLoaded));
      },
    } as unknown as OpenSeadragon.TileSourceSpecifier);
    this.#viewer.addHandler('tile-loaded', loaded);
    this.#viewer.addHandler('tile-load-failed', failed);
    return close;
  }

  close(): void {
    this.#options.surface.prepend(this.#options.picture);
    this.#viewer.destroy();
  }

  /** Zoom of the viewport at scale 1. */
  get #whole(): number {
    return this.#limits.fitted.width / this.#limits.stage.width;
  }

  /** True if the viewer knows the present size of the stage. */
  get #isMeasured(): boolean {
    const { x, y } = this.#viewer.viewport.getContainerSize();
    return x === this.#limits.stage.width && y === this.#limits.stage.height;
  }

  #become(scale: number): void {
    const known = withinLimits(scale, this.#limits);
    // The viewer calculates with rounded numbers, and 1 is another state than a little more.
    if (Math.abs(known / this.scale - 1) < ROUNDING) return;
    this.scale = known;
    this.#options.changed();
  }

  #apply(): void {
    if (!this.#isMeasured) return;
    const { viewport } = this.#viewer;
    const { minScale, maxScale } = this.#limits;
    const zooms = { minZoomLevel: minScale * this.#whole, maxZoomLevel: maxScale * this.#whole };
    Object.assign(viewport, zooms, { defaultZoomLevel: this.#whole });
    viewport.zoomTo(withinLimits(this.scale, this.#limits) * this.#whole, undefined, true);
    viewport.applyConstraints(true);
    this.#place();
    this.#viewer.forceRedraw();
  }

  /** Keeps the edges of the picture at those of the stage, and the picture in the middle along a side that fits. */
  #constrained(bounds: OpenSeadragon.Rect): OpenSeadragon.Rect {
    const { fitted } = this.#limits;
    const along = (start: number, length: number, whole: number) =>
      length >= whole ? (whole - length) / 2 : Math.min(whole - length, Math.max(0, start));
    const x = along(bounds.x, bounds.width, 1);
    const y = along(bounds.y, bounds.height, fitted.height / fitted.width);
    const isMoved = (one: number, other: number) => Math.abs(one - other) > 1e-9;
    const [xConstrained, yConstrained] = [isMoved(x, bounds.x), isMoved(y, bounds.y)];
    return Object.assign(new Rect(x, y, bounds.width, bounds.height), {
      ...{ xConstrained, yConstrained, constraintApplied: xConstrained || yConstrained },
    });
  }

  #place(): void {
    const { viewport } = this.#viewer;
    const { fitted, stage } = this.#limits;
    const { x, y } = viewport.pixelFromPoint(new Point(0, 0), true);
    const width = viewport.getZoom(true) * stage.width;
    placeAt(this.#options.picture, x, y, { width, height: (width * fitted.height) / fitted.width });
  }

  #wheeled(event: OpenSeadragon.CanvasScrollEvent): void {
    const { deltaY, deltaMode, ctrlKey } = event.originalEvent as WheelEvent;
    event.preventDefaultAction = true;
    event.preventDefault = this.scale > 1 || ctrlKey || !this.#options.leavesWheel();
    if (!event.preventDefault) return;
    // A pinch on a touch pad arrives as a wheel with Ctrl, in smaller steps.
    const speed = (deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1) * (ctrlKey ? 0.01 : 0.0025);
    this.zoomTo(this.scale * Math.exp(-deltaY * speed), this.#viewer.viewport.pointFromPixel(event.position, true));
  }
}

function openViewer(element: HTMLElement): OpenSeadragon.Viewer {
  const gestures = { clickToZoom: false, dblClickToZoom: false, pinchRotate: false };
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  // Seeing this, the library adds no style sheet to the page, which its policy may forbid, and which is of no use here.
  const sheet = document.createElementNS('none', 'style');
  sheet.setAttribute('data-openseadragon-mobile-css', '');
  document.head.append(sheet);
  try {
    const viewer = OpenSeadragon({
      element,
      // Unlike WebGL, it draws pictures of other origins.
      drawer: 'canvas',
      tabIndex: '' as unknown as number,
      showNavigationControl: false,
      preserveViewport: true,
      visibilityRatio: 1,
      minScrollDeltaTime: -1,
      animationTime: isStill ? 0 : SECONDS,
      immediateRender: true,
      imageLoaderLimit: MAX_REQUESTS,
      timeout: PATIENCE,
      gestureSettingsMouse: gestures,
      gestureSettingsPen: gestures,
      gestureSettingsTouch: { ...gestures, flickEnabled: !isStill },
      gestureSettingsUnknown: gestures,
    });
    // Without anything in it, the viewer does nothing.
    const nothing = { width: 1, height: 1, tileSize: 1, minLevel: 0, maxLevel: 0, getTileUrl: () => '' };
    viewer.addTiledImage({ tileSource: nothing, opacity: 0 } as unknown as OpenSeadragon.TileSourceSpecifier);
    return viewer;
  } finally {
    sheet.remove();
  }
}
