import { css, html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { place } from '../theme/styled.ts';
import type { Viewport } from './viewport.ts';

/** Width of the strip beside the list, in pixels: wide enough for a finger (WCAG 2.5.8). */
export const SCRUBBER_WIDTH = 24;

/** Minimum height of the thumb, in pixels. */
const MIN_THUMB = 40;

/** Screens that arrow keys move, and minimum share of the list that Page Up and Page Down move. */
const STEP_SCREENS = 1;
const PAGE_SHARE = 0.05;

/** What the scrubber shows. */
export interface ScrubberState {
  readonly catalogue: Catalogue;
  readonly viewport: Viewport;
  /** Number of assets. */
  readonly total: number;
  /** True while the thumb is dragged. */
  readonly isDragging: boolean;
  /** Called with true when a drag begins, and with false at its end. */
  readonly dragged: (isDragging: boolean) => void;
}

/**
 * Draws the scroll bar of a list: a slider whose value is the position of the first asset on the screen. Unlike in other sliders,
 * the down arrow key increases the value, because the thumb moves down.
 */
export function scrubber({ catalogue, viewport, total, isDragging, dragged }: ScrubberState): TemplateResult {
  const { height, layout, share, first } = viewport;
  const thumb = Math.max(MIN_THUMB, (height * height) / (layout?.height ?? height));
  const travel = height - thumb;
  const y = share * travel;
  const position = catalogue.say('grid.position', { position: first + 1, count: total });

  // The longest label, unseen, keeps the width of the bubble constant.
  const longest = catalogue.say('grid.position', { position: total, count: total });

  function pressed(event: PointerEvent): void {
    if (event.button !== 0) return;
    const track = event.currentTarget as HTMLElement;
    const { top } = track.getBoundingClientRect();
    const from = event.clientY - top;
    const isOnThumb = from >= y && from <= y + thumb;
    const grip = isOnThumb ? from - y : thumb / 2;
    const move = ({ clientY }: PointerEvent) => viewport.scrub((clientY - top - grip) / travel, true);
    const controller = new AbortController();
    const { signal } = controller;
    const end = () => {
      controller.abort();
      viewport.rest();
      dragged(false);
    };
    track.setPointerCapture(event.pointerId);
    track.addEventListener('pointermove', move, { signal });
    for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      track.addEventListener(name, end, { signal });
    dragged(true);
    // A press beside the thumb moves the middle of the thumb to the pointer.
    if (!isOnThumb) move(event);
  }

  function keyPressed(event: KeyboardEvent): void {
    const target = targetOf(event.key, viewport);
    if (target === undefined) return;
    event.preventDefault();
    viewport.scrub(target);
  }

  function turned(event: WheelEvent): void {
    // With Ctrl, the browser zooms.
    if (event.ctrlKey) return;
    event.preventDefault();
    viewport.moveBy(event.deltaY);
  }

  return html`<div
    class="scrubber"
    role="slider"
    tabindex="0"
    aria-label=${catalogue.say('grid.scrubber')}
    aria-orientation="vertical"
    aria-valuemin="1"
    aria-valuemax=${total}
    aria-valuenow=${first + 1}
    aria-valuetext=${position}
    @pointerdown=${pressed}
    @keydown=${keyPressed}
    @wheel=${turned}
  ><div class="thumb" ${place(0, y, SCRUBBER_WIDTH, thumb)}></div>${
    isDragging || viewport.isFast
      ? html`<div class="bubble" aria-hidden="true" ${place(0, y + thumb / 2, undefined, undefined)}>${position}<span>${longest}</span></div>`
      : nothing
  }</div>`;
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

/** The look of the scrubber. */
export const scrubberStyles = css`
  .scrubber {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 0;
    inline-size: ${SCRUBBER_WIDTH}px;
    touch-action: none;
    user-select: none;
    cursor: default;
  }
  .scrubber:focus-visible {
    outline-offset: -2px;
    border-radius: var(--_radius);
  }
  .thumb {
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: 0;
  }
  .thumb::after {
    content: '';
    position: absolute;
    inset-block: 2px;
    inset-inline: 9px;
    border-radius: 3px;
    background: var(--_control-line);
    transition: inset-inline 120ms;
  }
  .scrubber:is(:hover, :focus-visible, :active) .thumb::after {
    inset-inline: 6px;
    border-radius: 6px;
    background: var(--_text-2);
  }
  .bubble {
    position: absolute;
    inset-block-start: -1rem;
    inset-inline-end: calc(100% + 0.5rem);
    padding: 0.25rem 0.75rem;
    border-radius: 1rem;
    background: var(--_text);
    color: var(--_surface);
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    line-height: 1.5rem;
    text-align: end;
    white-space: nowrap;
    pointer-events: none;
    box-shadow: var(--_shadow);
  }
  .bubble span {
    display: block;
    block-size: 0;
    overflow: hidden;
    visibility: hidden;
  }
  @media (forced-colors: active) {
    .thumb::after {
      background: ButtonText;
    }
    .bubble {
      border: 1px solid;
    }
  }
`;
