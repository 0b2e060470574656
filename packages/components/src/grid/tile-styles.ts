import { css } from 'lit';

/** The look of a tile: its picture, caption, and the marks that select and open it. */
export const tileStyles = css`
  .tile {
    position: absolute;
    top: 0;
    left: 0;
    contain: strict;
    cursor: pointer;
  }
  .picture {
    --_badge-place: start end;
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
    inset: 0 0 var(--_caption);
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
  img:not([src]) {
    visibility: hidden;
  }
  .name {
    display: block;
    padding: 0.375rem 0.25rem;
    font-size: 0.8125rem;
  }
  .name,
  .facts > *,
  bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .kind {
    position: absolute;
    inset-block-end: 0.375rem;
    inset-inline-start: 0.375rem;
    display: flex;
    gap: 0.25rem;
    max-inline-size: calc(100% - 0.75rem);
    padding: 0.125rem 0.375rem;
    border-radius: 1rem;
    background: #000b;
    color: #fff;
    font-size: 0.75rem;
    line-height: 1.25;
  }
  .kind[data-pages]::before {
    content: attr(data-pages);
    flex: none;
  }
  .kind[data-pages]:has(bdi)::before {
    content: attr(data-pages) ' ·';
  }
  .kind > .icon {
    order: -1;
  }
  .check,
  .open {
    position: absolute;
    inset-block: 0.375rem auto;
    inset-inline: 0.375rem auto;
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
  .open {
    inset-block: auto calc(var(--_caption) + 0.375rem);
    inset-inline: auto 0.375rem;
    color: #fff;
  }
  .selects .kind {
    max-inline-size: calc(100% - 3rem);
  }
  /* Drawn only where it is needed, because forced colours show what is transparent. */
  [aria-selected='true'] .check::after {
    content: '';
    inline-size: 0.375rem;
    block-size: 0.75rem;
    margin-block-end: 0.1875rem;
    border: solid currentColor;
    border-width: 0 2px 2px 0;
    color: var(--_on-accent);
    rotate: 45deg;
  }
  .tile:hover :is(.check, .open),
  .scroller:focus-visible .active .check,
  .has-selection .check,
  [aria-selected='true'] .check {
    opacity: 1;
  }
  @media (hover: none) {
    .scroller:not(.selects) .tile:not(.list) .check {
      opacity: 0;
      pointer-events: none;
    }
    .selects :is(.check, .open) {
      opacity: 1;
    }
  }
  [aria-selected='true'] .check {
    border-color: var(--_accent);
    background: var(--_accent);
  }
  [aria-selected='true'] .picture {
    background: var(--_accent-soft);
    box-shadow: 0 0 0 3px var(--_accent) inset;
  }
  [aria-selected='true']:not(.list) img {
    inset: 0.625rem;
    inline-size: calc(100% - 1.25rem);
    block-size: calc(100% - 1.25rem);
    border-radius: calc(var(--_radius) / 2);
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
