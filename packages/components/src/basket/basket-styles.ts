import { css } from 'lit';
import { badge } from '../theme/badge.ts';

/** The look of a basket. */
export const basketStyles = css`
  :host {
    display: inline-block;
  }
  .badge {
    position: relative;
  }
  .count {
    ${badge}
    font-variant-numeric: tabular-nums;
  }
  .items {
    display: grid;
  }
  .items li {
    display: flex;
    align-items: center;
    gap: 0.25rem;
    border-block-end: 1px solid var(--_line);
  }
  .tick {
    display: grid;
    place-items: center;
    inline-size: 2.25rem;
    block-size: 2.25rem;
    flex: none;
  }
  .tick input {
    inline-size: 1.25rem;
    block-size: 1.25rem;
    margin: 0;
  }
  .item {
    display: flex;
    align-items: center;
    flex: 1;
    justify-content: start;
    gap: 0.75rem;
    min-inline-size: 0;
    padding: 0.375rem;
    text-align: start;
  }
  .item:disabled {
    opacity: 1;
  }
  .thumb {
    flex: none;
    box-shadow: 0 0 0 1px var(--_line);
    inline-size: 3rem;
    block-size: 3rem;
    overflow: hidden;
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface-3);
  }
  .thumb img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .item-name {
    display: grid;
    min-inline-size: 0;
  }
  .remove {
    flex: none;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
    /* Always visible. A control that gets the focus is scrolled to above it. */
    position: sticky;
    inset-block-end: 0;
    z-index: 1;
    padding-block: 0.75rem;
    background: var(--_surface);
  }
  dialog.modal {
    scroll-padding-block-end: 12rem;
  }
  /* In a low window, as with a large zoom, the bar would cover most of the list. */
  @media (max-height: 30rem) {
    .actions {
      position: static;
    }
    dialog.modal {
      scroll-padding-block-end: 0;
    }
  }
  .actions p {
    margin: 0;
    font-variant-numeric: tabular-nums;
  }
  .actions .clear {
    margin-inline-start: auto;
  }
  @media (max-width: 30rem) {
    .actions button {
      flex: 1 1 auto;
    }
  }
  .share {
    margin-block-start: 1.25rem;
  }
  .share h3 {
    margin: 0 0 0.5rem;
    font-size: 0.9375rem;
  }
  .back {
    margin-block-end: 1rem;
  }
  .gone,
  .news {
    display: grid;
    justify-items: start;
    gap: 0.5rem;
    margin-block-end: 0.75rem;
    padding: 0.75rem 1rem;
    border-inline-start: 3px solid var(--_danger);
    background: var(--_surface-2);
  }
  .news {
    border-color: var(--_accent);
  }
  :is(.gone, .news):empty {
    display: none;
  }
  :is(.gone, .news) p {
    margin: 0;
  }
  /* Takes its space at once but appears later, because screen readers announce only changes in a new live region. */
  .news p {
    animation: announced 1ms 100ms backwards;
  }
  .missing .thumb {
    display: grid;
    place-items: center;
    color: var(--_text-2);
  }
`;
