import { css } from 'lit';

/** The layout of the chooser: browsing above, what is chosen and the buttons below. */
export const chooserStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-block-size: 0;
    background: var(--_surface);
  }
  abs-browse {
    flex: 1;
    min-block-size: 0;
  }
  abs-browse[inert] {
    opacity: 0.55;
  }
  .waiting {
    flex: 1;
  }
  footer {
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    padding: 0.75rem 1rem;
    border-block-start: 1px solid var(--_line);
    background: var(--_surface-2);
  }
  footer .tray {
    padding: 0.25rem 0.25rem 0.5rem;
    overflow-x: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }
  @media (hover: hover) {
    footer .tray {
      --_edge: 4.5rem;
    }
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1rem;
  }
  .line p {
    margin: 0;
  }
  .facts {
    flex: 1 1 12rem;
    display: flex;
    flex-wrap: wrap;
    gap: 0.125rem 1rem;
    min-inline-size: 0;
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }
  .count {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .only {
    color: var(--_text-2);
  }
  .error {
    color: var(--_danger);
  }
  .error:empty {
    display: none;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    margin-inline-start: auto;
  }
  .buttons button {
    min-inline-size: 6rem;
  }
  [aria-disabled='true'] {
    opacity: 0.55;
    cursor: default;
  }
  @media (max-width: 40rem) {
    footer {
      padding: 0.5rem 0.75rem;
    }
    .buttons {
      flex: 1 0 100%;
    }
    .buttons button {
      flex: 1;
    }
  }
  /* A phone on its side, 400 % zoom, or large letters: all of it scrolls, because a list between bars would have no height. */
  @container (max-height: 30rem) {
    :host {
      overflow-y: auto;
    }
    abs-browse {
      flex: none;
      block-size: 31rem;
    }
    footer .tray {
      --_edge: 3.5rem;
    }
  }
  /* A finger on the list scrolls the list alone, so the buttons stay in sight, unless they would cover most of it. */
  @container (12rem <= height <= 30rem) {
    :host {
      scroll-padding-block-end: 6rem;
    }
    footer {
      display: contents;
    }
    footer .tray {
      flex: none;
      padding-inline: 0.75rem;
    }
    .line {
      position: sticky;
      z-index: 1;
      inset-block-end: 0;
      padding: 0.5rem 0.75rem;
      border-block-start: 1px solid var(--_line);
      background: var(--_surface-2);
    }
  }
`;
