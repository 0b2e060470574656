import { type ReactiveController, type ReactiveControllerHost, render } from 'lit';
import type { DeepZoom } from './deep-zoom.ts';
import { type Extent, placeAt, withinLimits, type ZoomedPicture, type ZoomLimits, zoomLimits } from './zoom.ts';

/** What is zoomed. */
export interface PictureZoomOptions {
  /** Undefined while there is none, or its size is unknown. */
  readonly picture: () => ZoomedPicture | undefined;
  /** True if the wheel scrolls the surrounding page unless the picture is enlarged. */
  readonly leavesWheel: () => boolean;
}

/** Pixels by which a key moves the picture. */
const STEP = 80;

/**
 * The zoom of the picture on a stage. The picture is shown at once. What moves it with pointers and draws its tiles is large, and
 * loaded once it is shown.
 */
export class PictureZoom implements ReactiveController {
  /** To be put on the stage. */
  readonly surface = document.createElement('div');
  /** Undefined until it has loaded. */
  deep: DeepZoom | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #options: PictureZoomOptions;
  readonly #picture = document.createElement('div');
  readonly #sizes = new ResizeObserver(() => this.#measure());
  #stage: Extent = { width: 0, height: 0 };
  /** May be outside the limits, which depend on the picture and the stage. Only until the rest has loaded. */
  #scale = 1;
  #loading: Promise<void> | undefined;
  /** A double click that waits for what zooms. */
  #clicked: MouseEvent | undefined;
  /** True until another picture is shown. */
  #isNew = true;

  constructor(host: ReactiveControllerHost, options: PictureZoomOptions) {
    this.#host = host;
    this.#options = options;
    this.surface.className = 'surface';
    this.surface.append(this.#picture);
    this.surface.addEventListener('dblclick', (event) => {
      this.#clicked = event;
      this.#zoomClicked();
    });
    host.addController(this);
  }

  /** Undefined while the size of the picture or of the stage is unknown. */
  get limits(): ZoomLimits | undefined {
    const picture = this.#options.picture();
    return picture && this.#stage.width > 0 && this.#stage.height > 0 ? zoomLimits(picture, this.#stage) : undefined;
  }

  /** How much larger the picture is shown, or is about to be, than fits the stage. */
  get scale(): number {
    const { limits } = this;
    const scale = (this.#isNew ? undefined : this.deep?.scale) ?? this.#scale;
    return limits ? withinLimits(scale, limits) : scale;
  }

  /** Returns the surface with this picture. */
  with(content: unknown): HTMLElement {
    render(content, this.#picture);
    return this.surface;
  }

  /** Enlarges around the middle. */
  readonly by = (factor: number): void => this.#zoomTo(this.scale * factor);

  /** Shows more of the picture in this direction: 1 is right or down, -1 left or up. */
  readonly pan = async (x: number, y: number): Promise<void> => {
    await this.#load();
    this.deep?.panBy(x * STEP, y * STEP);
  };

  /** Shows the whole picture. */
  readonly whole = (): void => this.#zoomTo(1);

  /** Shows a pixel of the picture as a pixel of the screen, if the picture has pixels. */
  readonly actual = (): void => {
    const actual = this.limits?.actual;
    if (actual !== undefined) this.#zoomTo(actual);
  };

  /** Begins with another picture. */
  reset(): void {
    this.#scale = 1;
    this.#isNew = true;
    this.#clicked = undefined;
  }

  hostConnected(): void {
    this.#sizes.observe(this.surface);
  }

  hostUpdated(): void {
    const { limits } = this;
    if (!this.surface.isConnected) this.#close();
    if (!this.surface.isConnected || !limits) return;
    if (!this.deep) {
      this.#place(limits);
      // Not before, because it must not delay the picture.
      if (this.#options.picture()?.isLoaded) void this.#load();
    } else if (this.#isNew) this.deep.show(limits, this.scale);
    else this.deep.fit(limits);
    this.#isNew = false;
  }

  hostDisconnected(): void {
    this.#sizes.disconnect();
    this.#close();
  }

  #close(): void {
    this.deep?.close();
    this.deep = undefined;
    this.reset();
  }

  #zoomTo(scale: number): void {
    const { limits } = this;
    if (!limits) return;
    if (this.deep) this.deep.zoomTo(scale);
    else this.#scale = withinLimits(scale, limits);
    this.#host.requestUpdate();
  }

  #load(): Promise<void> {
    // Without it, the picture is only shown. The next update tries again.
    this.#loading ??= import('./deep-zoom.ts')
      .then(({ DeepZoom }) => this.#open(DeepZoom))
      .catch(() => {})
      .finally(() => {
        this.#loading = undefined;
      });
    return this.#loading;
  }

  #open(Zoom: typeof DeepZoom): void {
    const { surface, limits } = this;
    if (!limits || this.deep || !surface.isConnected) return;
    const { leavesWheel } = this.#options;
    const changed = () => this.#host.requestUpdate();
    this.deep = new Zoom({ surface, picture: this.#picture, leavesWheel, changed }, limits, this.scale);
    this.#zoomClicked();
    changed();
  }

  #zoomClicked(): void {
    if (!this.deep || !this.#clicked) return;
    this.deep.clickedTwice(this.#clicked);
    this.#clicked = undefined;
  }

  #place({ fitted, stage }: ZoomLimits): void {
    const [width, height] = [fitted.width * this.scale, fitted.height * this.scale];
    placeAt(this.#picture, (stage.width - width) / 2, (stage.height - height) / 2, { width, height });
  }

  #measure(): void {
    const { clientWidth: width, clientHeight: height } = this.surface;
    if (width === this.#stage.width && height === this.#stage.height) return;
    this.#stage = { width, height };
    this.#host.requestUpdate();
  }
}
