import { css } from 'lit';

/** What forms and lists within a panel have in common: lists without marks, side notes, errors, rows of buttons. */
export const panelStyles = css`
  :host {
    overflow-wrap: anywhere;
  }
  ul,
  ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .faint {
    color: var(--_text-2);
    font-size: 0.8125rem;
  }
  .error {
    margin: 0;
    color: var(--_danger);
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  [aria-disabled='true'] {
    opacity: 0.5;
    cursor: default;
  }
`;
