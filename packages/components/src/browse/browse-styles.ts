import { css } from 'lit';
import { badge } from '../theme/badge.ts';

/** The layout of the browser: a bar above, the tree beside the list, and drawers on narrow screens. */
export const browseStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-block-size: 0;
    background: var(--_surface);
  }
  .top {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    padding: 0.5rem 1rem;
    border-block-end: 1px solid var(--_line);
  }
  .top abs-search {
    flex: 1 1 12rem;
    min-inline-size: 0;
    max-inline-size: 44rem;
    margin-inline: auto;
  }
  .columns {
    flex: 1;
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(14rem, 18rem) minmax(0, 1fr);
    min-block-size: 0;
  }
  .columns.narrow {
    grid-template-columns: minmax(0, 1fr);
  }
  .side {
    display: flex;
    flex-direction: column;
    min-block-size: 0;
    border-inline-end: 1px solid var(--_line);
    background: var(--_surface-2);
  }
  .side abs-tree,
  dialog abs-tree {
    flex: 1;
    min-block-size: 0;
  }
  .main {
    display: flex;
    flex-direction: column;
    min-inline-size: 0;
    min-block-size: 0;
  }
  .list {
    flex: 1;
    display: flex;
    min-block-size: 16rem;
  }
  .list abs-grid {
    flex: 1;
    min-inline-size: 0;
    block-size: auto;
    margin-inline: 1rem 0.25rem;
  }
  .filters {
    flex: none;
    inline-size: 19rem;
    padding: 0.75rem 1rem;
    border-inline-start: 1px solid var(--_line);
    overflow: auto;
    overscroll-behavior: contain;
  }
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
  }
  ol {
    display: flex;
    flex-wrap: wrap;
    margin: 0 0 0 -0.375rem;
    padding: 0;
    list-style: none;
    color: var(--_text-2);
    font-size: 0.8125rem;
  }
  li {
    display: flex;
    align-items: center;
    min-inline-size: 0;
  }
  li + li::before {
    content: '/';
    color: var(--_control-line);
  }
  li button {
    min-block-size: 1.5rem;
    min-inline-size: 1.5rem;
    max-inline-size: 14rem;
    padding: 0 0.375rem;
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
  .tools {
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
  .selection {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
    margin: 0 1rem 0.5rem;
    padding: 0.375rem 0.5rem 0.375rem 0.75rem;
    border-radius: var(--_radius);
    background: var(--_accent-soft);
  }
  .selection p {
    flex: 1 1 6rem;
    margin: 0;
    font-variant-numeric: tabular-nums;
  }
  dialog {
    inline-size: min(22rem, calc(100vw - 3rem));
    max-inline-size: none;
    block-size: 100dvh;
    max-block-size: none;
    margin: 0;
    padding: 0;
    border: 0;
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow);
  }
  dialog.filter-drawer {
    margin-inline-start: auto;
  }
  dialog::backdrop {
    background: #0008;
  }
  .drawer {
    display: flex;
    flex-direction: column;
    block-size: 100%;
  }
  .drawer > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    padding: 0.5rem 0.5rem 0.5rem 1rem;
    border-block-end: 1px solid var(--_line);
  }
  .drawer > header h2 {
    font-size: 1rem;
  }
  .drawer > .content {
    flex: 1;
    display: flex;
    flex-direction: column;
    min-block-size: 0;
    overflow: auto;
    overscroll-behavior: contain;
  }
  .drawer abs-facets {
    padding: 0.75rem 1rem;
  }
  .narrow .size {
    display: none;
  }
  @media (max-width: 40rem) {
    .top {
      flex-wrap: wrap;
      gap: 0.5rem;
      padding: 0.5rem 0.75rem;
    }
    .top abs-search {
      order: 1;
      flex: 1 0 100%;
      max-inline-size: none;
    }
    .toolbar {
      padding: 0.5rem 0.75rem;
    }
    .place {
      flex-basis: 100%;
    }
    .sort {
      flex: 1 1 8rem;
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
    .list abs-grid {
      margin-inline: 0.5rem 0.125rem;
    }
    .selection {
      margin-inline: 0.75rem;
    }
  }
`;
