import { css } from 'lit';
import { SCRUBBER_WIDTH } from './scrubber.ts';

/** The look of the list. Tiles are placed by transforms within the box that is scrolled. */
export const gridStyles = css`
  :host {
    position: relative;
    block-size: 100%;
    min-block-size: 10rem;
    contain: strict;
  }
  .scroller {
    --_caption: 0px;
    position: absolute;
    inset: 0;
    inset-inline-end: ${SCRUBBER_WIDTH}px;
    overflow: hidden auto;
    overscroll-behavior: contain;
    scrollbar-width: none;
    outline-offset: -2px;
    touch-action: pan-y;
    user-select: none;
    -webkit-touch-callout: none;
    transition: opacity 150ms;
  }
  .scroller.captions {
    --_caption: 2.125rem;
  }
  .scroller:not(.loading) {
    /* The tile that the keyboard is at has the ring. */
    outline: none;
  }
  .scroller.loading {
    overflow: hidden;
  }
  .scroller.stale {
    opacity: 0.55;
    transition-delay: 300ms;
  }
  .box {
    position: relative;
    contain: strict;
  }
  .tile {
    position: absolute;
    top: 0;
    left: 0;
    contain: strict;
    cursor: pointer;
  }
  .picture {
    position: relative;
    display: grid;
    place-items: center;
    block-size: calc(100% - var(--_caption));
    overflow: hidden;
    border-radius: var(--_radius);
    background: var(--_surface-3);
  }
  .picture::before {
    content: attr(data-extension);
    display: none;
    max-inline-size: 100%;
    overflow: hidden;
    color: var(--_text-2);
    font-size: 0.8125rem;
    font-weight: 600;
    text-transform: uppercase;
  }
  .picture::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: inherit;
    box-shadow: inset 0 0 0 1px #8883;
    pointer-events: none;
  }
  .picture.broken::before {
    display: block;
  }
  .empty::before {
    content: '';
    position: absolute;
    inset: 0;
    inset-block-end: var(--_caption);
    border-radius: var(--_radius);
    background: var(--_surface-2);
  }
  .loading .empty::before {
    animation: appear 400ms 150ms backwards;
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
  img {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .name {
    display: block;
    padding: 0.375rem 0.25rem;
    overflow: hidden;
    font-size: 0.8125rem;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .kind {
    position: absolute;
    inset-block-end: 0.375rem;
    inset-inline-start: 0.375rem;
    display: flex;
    gap: 0.25rem;
    padding: 0.125rem 0.375rem;
    border-radius: 1rem;
    background: #000b;
    color: #fff;
    font-size: 0.75rem;
    line-height: 1.25;
  }
  .check {
    position: absolute;
    inset-block-start: 0.375rem;
    inset-inline-start: 0.375rem;
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 1.75rem;
    block-size: 1.75rem;
    border: 2px solid #fff;
    border-radius: 50%;
    background: #0007;
    box-shadow: 0 0 2px #0008;
    opacity: 0;
  }
  .check::after {
    content: '';
    inline-size: 0.375rem;
    block-size: 0.75rem;
    margin-block-end: 0.1875rem;
    border: solid currentColor;
    border-width: 0 2px 2px 0;
    rotate: 45deg;
    color: transparent;
  }
  .tile:hover .check,
  .scroller:focus-visible .active .check,
  .has-selection .check,
  [aria-selected='true'] .check {
    opacity: 1;
  }
  @media (hover: none) {
    .scroller:not(.has-selection) .check {
      opacity: 0;
      pointer-events: none;
    }
  }
  [aria-selected='true'] .check {
    border-color: var(--_accent);
    background: var(--_accent);
  }
  [aria-selected='true'] .check::after {
    color: var(--_on-accent);
  }
  [aria-selected='true'] .picture {
    box-shadow: 0 0 0 3px var(--_accent) inset;
  }
  [aria-selected='true']:not(.list) img {
    inset: 0.625rem;
    inline-size: calc(100% - 1.25rem);
    block-size: calc(100% - 1.25rem);
    border-radius: calc(var(--_radius) / 2);
  }
  [aria-selected='true'] .picture {
    background: var(--_accent-soft);
  }
  .scroller:focus-visible .active::after {
    content: '';
    position: absolute;
    inset: 0;
    border: 3px solid var(--_accent);
    border-radius: var(--_radius);
    box-shadow: inset 0 0 0 2px var(--_surface);
    pointer-events: none;
  }
  .list {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    padding-inline: 0.5rem;
    border-block-end: 1px solid var(--_line);
  }
  .list:hover {
    background: var(--_surface-2);
  }
  .list .picture {
    flex: none;
    inline-size: 3rem;
    block-size: 3rem;
    border-radius: calc(var(--_radius) / 2);
  }
  .list.empty::before {
    inset: 0.375rem auto 0.375rem 0.5rem;
    inset-inline: 0.5rem auto;
    inline-size: 3rem;
    border-radius: calc(var(--_radius) / 2);
  }
  .words {
    display: flex;
    flex: 1;
    align-items: baseline;
    gap: 1rem;
    min-inline-size: 0;
  }
  .list .name {
    flex: 1;
    padding: 0;
    font-size: 0.9375rem;
  }
  .facts {
    overflow: hidden;
    color: var(--_text-2);
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .narrow .words {
    flex-direction: column;
    align-items: stretch;
    gap: 0;
  }
  .narrow .list .name {
    flex: none;
  }
  .list .check {
    position: static;
    order: -1;
    border-color: var(--_control-line);
    background: var(--_surface);
    box-shadow: none;
  }
  .list[aria-selected='true'] {
    background: var(--_accent-soft);
  }
  .list[aria-selected='true'] .check {
    border-color: var(--_accent);
    background: var(--_accent);
  }
  .band {
    position: absolute;
    top: 0;
    left: 0;
    border: 1px solid var(--_accent);
    background: color-mix(in srgb, var(--_accent) 20%, transparent);
    pointer-events: none;
  }
  @media (forced-colors: active) {
    [aria-selected='true'] .picture {
      outline: 3px solid Highlight;
      outline-offset: -3px;
    }
    [aria-selected='true'] .check {
      forced-color-adjust: none;
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
    }
    .scroller:focus-visible .active::after {
      border-color: Highlight;
    }
  }
`;
