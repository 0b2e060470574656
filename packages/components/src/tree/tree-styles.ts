import { css } from 'lit';
import { threeLines } from '../theme/three-lines.ts';

/** The look of the tree. */
export const treeStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    gap: 0.5rem;
    block-size: 100%;
    min-block-size: 8rem;
    min-inline-size: 0;
    /* If the page sets no height, arriving rows must not move the page, nor may thousands of rows exist. */
    contain: size;
    contain-intrinsic-size: 16rem;
  }
  .types {
    display: flex;
    flex: none;
    gap: 0.125rem;
    padding: 0.1875rem;
    border-radius: calc(var(--_radius) + 0.125rem);
    background: var(--_surface-3);
  }
  .types button {
    /* In one row in every language: a name that is too long is cut, and its title tells it whole. */
    display: block;
    flex: 1 1 auto;
    min-inline-size: 0;
    min-block-size: 2rem;
    padding: 0.125rem 0.25rem;
    border-color: transparent;
    background: transparent;
    font-size: 0.875rem;
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .types button:hover {
    background: var(--_surface-2);
  }
  .types button[aria-selected='true'] {
    background: var(--_surface);
    box-shadow: 0 1px 2px #0003;
    font-weight: 600;
    flex-shrink: 0;
    max-inline-size: 60%;
  }
  select {
    flex: none;
    inline-size: 100%;
  }
  .scroller {
    position: relative;
    flex: 1;
    min-block-size: 0;
    overflow: hidden auto;
    overscroll-behavior: contain;
    border-radius: var(--_radius);
    outline-offset: -2px;
    user-select: none;
  }
  .scroller:focus-visible {
    outline: none;
  }
  .panel {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-block-size: 0;
  }
  .row {
    display: flex;
    align-items: center;
    gap: 0.375rem;
    min-block-size: 2.25rem;
    padding-block: 0.25rem;
    padding-inline: min((var(--_level) - 1) * 1.125rem, 45%) 0.625rem;
    border-radius: var(--_radius);
    cursor: pointer;
  }
  .row:hover {
    background: var(--_surface-3);
  }
  .row[aria-selected='true'] {
    background: var(--_accent-soft);
    font-weight: 600;
  }
  .scroller:focus-visible .row.active {
    outline: 2px solid var(--_accent);
    outline-offset: -2px;
  }
  .name {
    ${threeLines}
  }
  .count {
    flex: none;
    color: var(--_text-2);
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    font-weight: 400;
  }
  .aside {
    color: var(--_text-2);
  }
  .aside .action {
    color: var(--_accent);
    text-decoration: underline;
  }
  .away {
    position: absolute;
    inset-block-start: 0;
    inline-size: 100%;
    clip-path: inset(50%);
    pointer-events: none;
  }
  .ghost {
    block-size: 0.875rem;
    margin: 0.6875rem 0.625rem;
    border-radius: 0.4375rem;
    background: var(--_surface-3);
  }
  .ghost:nth-child(odd) {
    inline-size: 65%;
  }
  .ghost:nth-child(even) {
    inline-size: 45%;
  }
  .delay {
    display: grid;
    justify-items: start;
    gap: 0.5rem;
    margin: 0.5rem 0.625rem;
    color: var(--_text-2);
  }
  @media (forced-colors: active) {
    .row[aria-selected='true'],
    .types button[aria-selected='true'] {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
    .row[aria-selected='true'] :is(.count, .twist) {
      color: HighlightText;
    }
  }
`;
