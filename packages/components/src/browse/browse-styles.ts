import { css } from 'lit';
import { toolbarStyles } from './toolbar-styles.ts';

/** The layout: a bar above, the tree beside the list, and drawers on narrow screens. */
const layout = css`
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
    /* Keeps its space until it is loaded. */
    min-block-size: 2.75rem;
    max-inline-size: 44rem;
    margin-inline: auto;
  }
  .columns {
    flex: 1;
    display: grid;
    grid-template: minmax(0, 1fr) / min(18rem, 34%) minmax(0, 1fr);
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
    padding: 0.5rem;
  }
  .main {
    display: flex;
    flex-direction: column;
    min-inline-size: 0;
    min-block-size: 0;
  }
  /* One line, whose room is there before the names of the filters are, so that nothing moves. */
  .chosen {
    --_chips-wrap: nowrap;
    flex: none;
    min-block-size: 3rem;
    padding: 0.25rem 1rem 0.5rem;
    overflow: auto hidden;
    scrollbar-width: thin;
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
  .list > .notice {
    align-self: start;
  }
  .filters {
    flex: none;
    inline-size: 19rem;
    padding: 0.75rem 1rem;
    border-inline-start: 1px solid var(--_line);
    overflow: auto;
    overscroll-behavior: contain;
  }
  .drawer abs-facets {
    padding: 0.75rem 1rem;
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
    .list abs-grid {
      margin-inline: 0.5rem 0.125rem;
    }
  }
`;

/** The look of the layout and of its toolbar. */
export const browseStyles = [layout, toolbarStyles];
