import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { AssetList } from '../assets/asset-list.ts';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import { define } from '../catalogue/define.ts';
import { EN_AROUND } from '../texts/en-around.ts';
import { addTexts } from '../texts/texts.ts';
import { place } from '../theme/styled.ts';
import type { Groups } from './later-groups.ts';
import { SCRUBBER_WIDTH } from './measures.ts';
import { placeValue } from './place-value.ts';
import scrubberStyles from './scrubber.css';
import type { Viewport } from './viewport.ts';

/** Minimum height of the thumb, in pixels. */
const MIN_THUMB = 40;

/** Screens per arrow key, and minimum share of the list per Page Up or Page Down. */
const STEP_SCREENS = 1;
const PAGE_SHARE = 0.05;

/** What the scrubber shows. Each change needs a new object, because the viewport remains the same. */
export interface ScrubberState {
  readonly viewport: Viewport;
  readonly list: AssetList;
  readonly groups: Groups | undefined;
  /** Number of assets. */
  readonly total: number;
}

/**
 * The scroll bar of a list: a slider whose value is the position of the first asset on the screen. Unlike in other sliders, the
 * down arrow key increases the value, because the thumb moves down.
 */
export class AbsScrubber extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    state: { attribute: false },
    isDragging: { state: true },
  };

  static override styles = [...CatalogueElement.styles, scrubberStyles];

  declare state: ScrubberState;
  /** True while the thumb is dragged. */
  declare private isDragging: boolean;

  /** The asset that was loaded last for the bubble, which is shown until the next one has arrived. */
  #seen: { readonly list: AssetList; readonly position: number; readonly asset: Asset | undefined } | undefined;
  #isLooking = false;
  #leaving = new AbortController();

  override connectedCallback(): void {
    super.connectedCallback();
    this.#leaving = new AbortController();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leaving.abort();
  }

  /** What the list is ordered by at the upper edge of the screen; empty if it is unknown, or says nothing. */
  #valueHere({ list, groups, viewport }: ScrubberState, isMoving: boolean): string {
    const { catalogue } = this;
    const { first } = viewport;
    const seen = this.#seen?.list === list ? this.#seen : undefined;
    const asset = list.at(first) ?? seen?.asset;
    if (isMoving && !list.at(first) && seen?.position !== first) void this.#look(list, first);
    if (!asset || !catalogue || list.query.isTop) return '';
    const period = groups?.period === 'day' ? 'day' : 'month';
    return placeValue(asset, list.order, period, catalogue) ?? '';
  }

  /** Loads an asset of the place, one after the other. A failure is not told, because the position is enough. */
  async #look(list: AssetList, position: number): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { signal } = this.#leaving;
    const asset = await list.single(position, signal).catch(() => undefined);
    this.#isLooking = false;
    if (signal.aborted) return;
    this.#seen = { list, position, asset: asset ?? this.#seen?.asset };
    // Drawn again, it looks for the place that has been reached meanwhile.
    if (asset) this.requestUpdate();
  }

  /** Where the thumb is, and how tall, in pixels; `travel` is how far it can move. */
  get #thumb(): { readonly y: number; readonly size: number; readonly travel: number } {
    const { height, layout, share } = this.state.viewport;
    const size = Math.max(MIN_THUMB, (height * height) / (layout?.height ?? height));
    const travel = height - size;
    return { y: share * travel, size, travel };
  }

  #pressed(event: PointerEvent): void {
    if (event.button !== 0) return;
    const { viewport } = this.state;
    const track = event.currentTarget as HTMLElement;
    const { top } = track.getBoundingClientRect();
    const { y, size, travel } = this.#thumb;
    const from = event.clientY - top;
    const isOnThumb = from >= y && from <= y + size;
    const grip = isOnThumb ? from - y : size / 2;
    const move = ({ clientY }: PointerEvent) => viewport.scrub((clientY - top - grip) / travel, true);
    const controller = new AbortController();
    const { signal } = controller;
    const end = () => {
      controller.abort();
      viewport.rest();
      this.isDragging = false;
    };
    track.setPointerCapture(event.pointerId);
    track.addEventListener('pointermove', move, { signal });
    for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      track.addEventListener(name, end, { signal });
    this.isDragging = true;
    // A press beside the thumb moves the middle of the thumb to the pointer.
    if (!isOnThumb) move(event);
  }

  #keyPressed(event: KeyboardEvent): void {
    const { viewport } = this.state;
    const target = targetOf(event.key, viewport);
    if (target === undefined) return;
    event.preventDefault();
    viewport.scrub(target);
  }

  #turned(event: WheelEvent): void {
    // With Ctrl, the browser zooms.
    if (event.ctrlKey) return;
    event.preventDefault();
    this.state.viewport.moveBy(event.deltaY);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    const { viewport, total } = this.state;
    const { y, size } = this.#thumb;
    const isMoving = this.isDragging || viewport.isFast;
    const position = catalogue.say('grid.position', { position: viewport.first + 1, count: total });
    const value = this.#valueHere(this.state, isMoving);
    // The longest label, unseen, keeps the width of the bubble constant.
    const longest = catalogue.say('grid.position', { position: total, count: total });
    return html`<div
      class="scrubber"
      role="slider"
      tabindex="0"
      aria-label=${catalogue.say('grid.scrubber')}
      aria-orientation="vertical"
      aria-valuemin="1"
      aria-valuemax=${total}
      aria-valuenow=${viewport.first + 1}
      aria-valuetext=${value ? `${value}, ${position}` : position}
      @pointerdown=${this.#pressed}
      @keydown=${this.#keyPressed}
      @wheel=${this.#turned}
    ><div class="thumb" ${place(0, y, SCRUBBER_WIDTH, size)}></div>${
      isMoving
        ? html`<div class="bubble" aria-hidden="true" ${place(0, y + size / 2, undefined, undefined)}>${value ? html`<b>${value}</b>` : nothing}${position}<span>${longest}</span></div>`
        : nothing
    }</div>`;
  }
}

addTexts(EN_AROUND);
define('abs-scrubber', AbsScrubber);

declare global {
  interface HTMLElementTagNameMap {
    'abs-scrubber': AbsScrubber;
  }
}

/** The share of the content that a key moves to; undefined for other keys. */
function targetOf(key: string, { share, height, layout, isRightToLeft }: Viewport): number | undefined {
  const step = (STEP_SCREENS * height) / Math.max(1, (layout?.height ?? 0) - height);
  switch (key) {
    case 'ArrowDown':
    case isRightToLeft ? 'ArrowLeft' : 'ArrowRight':
      return share + step;
    case 'ArrowUp':
    case isRightToLeft ? 'ArrowRight' : 'ArrowLeft':
      return share - step;
    case 'PageDown':
      return share + Math.max(step, PAGE_SHARE);
    case 'PageUp':
      return share - Math.max(step, PAGE_SHARE);
    case 'Home':
      return 0;
    case 'End':
      return 1;
    default:
      return undefined;
  }
}
