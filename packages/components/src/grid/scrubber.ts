import { css, html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { place } from '../theme/styled.ts';
import type { Viewport } from './viewport.ts';

/** Width of the strip beside the list, in pixels: also a finger meets it (WCAG 2.5.8). */
export const SCRUBBER_WIDTH = 24;

/** Least height of the thumb. */
const LEAST_THUMB = 40;

/** Screens that the arrow keys move, and part of the list that Page Up and Page Down move. */
const STEP_SCREENS = 1;
const PAGE_SHARE = 0.05;

/** What the scrubber shows. */
export interface ScrubberState {
  readonly catalogue: Catalogue;
  readonly viewport: Viewport;
  readonly total: number;
  /** True while the thumb is dragged. */
  readonly isDragging: boolean;
  /** Called with true when a drag begins, and with false at its end. */
  readonly dragged: (isDragging: boolean) => void;
}

/**
 * Draws the scroll bar of a list: a slider whose value is the position of the first asset on the screen. Down and right are
 * towards the end, because that is where the thumb goes.
 */
export function scrubber({ catalogue, viewport, total, isDragging, dragged }: ScrubberState): TemplateResult {
  const { height, layout, share, first } = viewport;
  const thumb = Math.max(LEAST_THUMB, (height * height) / (layout?.height ?? height));
  const way = height - thumb;
  const y = share * way;
  const position = catalogue.say('grid.position', { position: first + 1, count: total });

  // An unseen text of the longest label keeps the width of the bubble.
  const longest = catalogue.say('grid.position', { position: total, count: total });

  function pressed(event: PointerEvent): void {
    if (event.button !== 0) return;
    const track = event.currentTarget as HTMLElement;
    const { top } = track.getBoundingClientRect();
    const from = event.clientY - top;
    // A press beside the thumb takes it to the pointer.
    const grip = from >= y && from <= y + thumb ? from - y : thumb / 2;
    const move = ({ clientY }: PointerEvent) => viewport.scrub((clientY - top - grip) / way);
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
    move(event);
  }

  function keyPressed(event: KeyboardEvent): void {
    const target = targetOf(event.key, viewport);
    if (target === undefined) return;
    event.preventDefault();
    viewport.scrub(target);
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
    @wheel=${(event: WheelEvent) => viewport.moveBy(event.deltaY)}
  ><div class="thumb" ${place(0, y, SCRUBBER_WIDTH, thumb)}></div>${
    isDragging || viewport.isRushing
      ? html`<div class="bubble" aria-hidden="true" ${place(0, y + thumb / 2, undefined, undefined)}>${position}<span>${longest}</span></div>`
      : nothing
  }</div>`;
}

/** The share of the content that a key leads to. */
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
