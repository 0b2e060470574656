import { css } from 'lit';

/** The styles that forms and lists in panels share: lists without markers, side notes, errors, rows of buttons. */
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
