import { css } from 'lit';

/** The look of lines of the list view. Must come after the styles of tiles, some of which it overrides. */
export const lineStyles = css`
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
    inset: 0.375rem;
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
    display: grid;
    grid-template-columns: 4rem 5.5rem 6.5rem;
    gap: 0.75rem;
    color: var(--_text-2);
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
  }
  .facts > :nth-child(n + 2) {
    text-align: end;
  }
  .narrow .words {
    flex-direction: column;
    align-items: stretch;
    gap: 0;
  }
  .narrow .list .name {
    flex: none;
  }
  .narrow .facts {
    display: flex;
  }
  :where(.list) .check {
    position: static;
    order: -1;
    border-color: var(--_control-line);
    background: var(--_surface);
    box-shadow: none;
    opacity: 1;
  }
  .list .open {
    inset-block: auto;
  }
  .selects .words {
    padding-inline-end: 2.25rem;
  }
  .list[aria-selected='true'] {
    background: var(--_accent-soft);
  }
`;
