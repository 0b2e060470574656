import { css } from 'lit';
import { badge } from '../theme/badge.ts';

/** The look of the toolbar above a list. */
export const toolbarStyles = css`
  .toolbar {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    justify-content: space-between;
    gap: 0.5rem 1.5rem;
    padding: 0.75rem 1rem;
  }
  .place {
    flex: 1 1 16rem;
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: 0.75rem;
    min-inline-size: 0;
  }
  .place nav {
    flex: 0 0 100%;
    min-inline-size: 0;
    color: var(--_text-2);
    font-size: 0.8125rem;
  }
  .place nav,
  .path-message {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    column-gap: 0.75rem;
  }
  ol {
    display: flex;
    flex-wrap: wrap;
    margin: 0 0 0 -0.375rem;
    padding: 0;
    list-style: none;
  }
  li {
    display: flex;
    align-items: baseline;
    min-inline-size: 0;
  }
  li + li::before {
    content: '/';
    color: var(--_control-line);
  }
  summary {
    list-style: none;
    cursor: pointer;
  }
  nav button,
  summary {
    min-block-size: 1.5rem;
    min-inline-size: 1.5rem;
    padding: 0 0.375rem;
  }
  li button {
    max-inline-size: 14rem;
    overflow: hidden;
    display: block;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  h2 {
    min-inline-size: 0;
    margin: 0;
    font-size: 1.25rem;
    font-weight: 600;
    line-height: 1.3;
    overflow-wrap: anywhere;
    outline: none;
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
  }
  .total {
    margin: 0;
    color: var(--_text-2);
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }
  .tools,
  .looks {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }
  .sort select {
    max-inline-size: 12rem;
  }
  .views {
    display: flex;
    padding: 2px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .views button {
    min-block-size: 1.875rem;
    min-inline-size: 2rem;
    padding: 0;
    border-radius: calc(var(--_radius) - 3px);
  }
  .size {
    inline-size: 6rem;
    min-block-size: 1.5rem;
  }
  .badge {
    ${badge}
  }
  /* Keeps its space, so that the buttons beside it do not move. */
  .size:disabled {
    visibility: hidden;
  }
  /* At the foot of the screen, so that the list can be seen meanwhile. */
  [popover] {
    inset: auto 0 0;
    inline-size: min(30rem, 100%);
    margin: 0 auto;
    padding: 0.5rem 1.5rem;
    border: 0;
    background: var(--_surface);
    box-shadow: var(--_shadow);
  }
  [popover] .size {
    inline-size: 100%;
    min-block-size: 2.75rem;
  }
  @media (max-width: 40rem) {
    .toolbar {
      padding: 0.5rem 0.75rem;
    }
    .place {
      flex-basis: 100%;
    }
    .tools {
      flex: 1;
    }
    /* Takes its own line if its longest option does not fit beside the views. */
    .sort {
      flex: 1 1 max-content;
    }
    .sort select {
      inline-size: 100%;
      max-inline-size: none;
    }
    .filter-button > span:not(.badge) {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
`;
