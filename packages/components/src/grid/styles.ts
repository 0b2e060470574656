import { css } from 'lit';

/** The look of the grid. Tiles are placed by transforms within the box that is scrolled. */
export const gridStyles = css`
  :host {
    position: relative;
    block-size: 100%;
    min-block-size: 10rem;
    contain: strict;
  }
  .scroller {
    position: absolute;
    inset: 0;
    overflow: hidden auto;
    overscroll-behavior: contain;
    scrollbar-gutter: stable;
    outline-offset: -2px;
    touch-action: pan-y;
    user-select: none;
  }
  .box {
    position: relative;
    contain: strict;
    inline-size: 100%;
  }
  .tile {
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: 0;
    contain: strict;
    border-radius: var(--_radius);
    cursor: pointer;
  }
  .picture {
    position: relative;
    block-size: calc(100% - var(--_caption));
    overflow: hidden;
    border-radius: inherit;
    background: var(--_surface-3);
  }
  .empty {
    background: var(--_surface-2);
  }
  img {
    display: block;
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
    inline-size: 1.75rem;
    block-size: 1.75rem;
    border: 2px solid #fff;
    border-radius: 50%;
    background: #0007;
    color: transparent;
    opacity: 0;
  }
  .tile:hover .check,
  .active .check,
  .has-selection .check,
  [aria-selected='true'] .check {
    opacity: 1;
  }
  @media (hover: none) {
    .scroller:not(.has-selection) .check {
      opacity: 0;
    }
  }
  [aria-selected='true'] .check {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }
  [aria-selected='true'] .picture {
    outline: 3px solid var(--_accent);
    outline-offset: -3px;
  }
  [aria-selected='true'] img {
    opacity: 0.75;
  }
  .scroller:focus-visible .active .picture,
  .scroller:focus-visible .active.list {
    outline: 3px solid var(--_accent);
    outline-offset: -3px;
    box-shadow: inset 0 0 0 5px var(--_surface);
  }
  .list {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    padding-inline: 0.5rem;
    border-block-end: 1px solid var(--_line);
    border-radius: 0;
  }
  .list .picture {
    flex: none;
    inline-size: 3rem;
    block-size: 3rem;
    border-radius: calc(var(--_radius) / 2);
  }
  .list .kind {
    display: none;
  }
  .list .name {
    flex: 1;
    font-size: 0.9375rem;
  }
  .list .facts {
    color: var(--_text-2);
    font-size: 0.8125rem;
    white-space: nowrap;
  }
  .list .check {
    position: static;
    order: -1;
  }
  .list[aria-selected='true'] {
    background: var(--_accent-soft);
  }
  .bubble {
    position: absolute;
    inset-inline-end: 1.5rem;
    padding: 0.25rem 0.75rem;
    border-radius: 1rem;
    background: var(--_text);
    color: var(--_surface);
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    pointer-events: none;
  }
  .band {
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: 0;
    border: 1px solid var(--_accent);
    background: color-mix(in srgb, var(--_accent) 20%, transparent);
    pointer-events: none;
  }
`;
