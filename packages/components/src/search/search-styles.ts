import { css } from 'lit';

/** The look of the search field and of the parts that open below it. */
export const searchStyles = css`
  :host {
    position: relative;
    min-inline-size: 0;
  }
  form {
    margin: 0;
  }
  .field {
    display: flex;
    align-items: center;
    gap: 0.125rem;
    min-block-size: 2.75rem;
    padding-inline: 0.75rem 0.25rem;
    border: 1px solid var(--_control-line);
    border-radius: 1.375rem;
    background: var(--_surface);
  }
  .field:focus-within {
    border-color: var(--_accent);
    outline: 1px solid var(--_accent);
  }
  .field:has(:focus-visible:not(input)) {
    outline: none;
  }
  .field > .icon {
    color: var(--_text-2);
  }
  .field input {
    flex: 1;
    min-inline-size: min(4rem, 25%);
    min-block-size: 2.5rem;
    padding-inline: 0.5rem;
    border: 0;
    outline: none;
    background: transparent;
    text-overflow: ellipsis;
  }
  .field input::placeholder {
    color: var(--_text-2);
    opacity: 1;
  }
  .field select {
    /* As wide before the name of the node is known, so that nothing moves. */
    flex: none;
    inline-size: min(9rem, 40%);
    border-color: transparent;
    border-radius: 1.125rem;
    background: var(--_surface-3);
    font-size: 0.875rem;
    text-overflow: ellipsis;
  }
  .field button {
    flex: none;
    padding: 0.25rem;
    border-radius: 50%;
    color: var(--_text-2);
  }
  .options,
  .help {
    position: absolute;
    z-index: 20;
    inset-inline: 0;
    inset-block-start: calc(100% + 0.375rem);
    max-block-size: min(70vh, 32rem);
    overflow: auto;
    overscroll-behavior: contain;
    padding: 0.5rem;
    border: 1px solid var(--_line);
    border-radius: calc(2 * var(--_radius));
    background: var(--_surface);
    box-shadow: var(--_shadow);
  }
  .title {
    padding: 0.5rem 0.75rem 0.25rem;
    color: var(--_text-2);
    font-size: 0.75rem;
    font-weight: 600;
  }
  .option {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-block-size: 2.5rem;
    padding: 0.25rem 0.75rem;
    border-radius: var(--_radius);
    cursor: pointer;
  }
  .option > .icon {
    color: var(--_text-2);
  }
  .option:hover {
    background: var(--_surface-2);
  }
  .option[aria-selected='true'] {
    background: var(--_accent-soft);
    outline: 2px solid var(--_accent);
    outline-offset: -2px;
  }
  .option img {
    flex: none;
    inline-size: 2.5rem;
    block-size: 2.5rem;
    object-fit: cover;
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface-3);
  }
  .text {
    display: -webkit-box;
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow-wrap: anywhere;
    text-align: -webkit-match-parent;
  }
  .path {
    color: var(--_text-2);
    font-size: 0.8125rem;
  }
  .kind {
    flex: none;
    color: var(--_text-2);
    font-size: 0.8125rem;
  }
  .help {
    padding: 1rem 1.25rem;
  }
  .help h2,
  .help p {
    margin: 0 0 0.75rem;
    font-size: 0.9375rem;
  }
  .help p {
    color: var(--_text-2);
  }
  .help dl {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 0.5rem 1rem;
    align-items: baseline;
    margin: 0;
  }
  .help dd {
    margin: 0;
    min-inline-size: 0;
  }
  code {
    padding: 0.125rem 0.375rem;
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface-3);
    font: 0.875rem ui-monospace, monospace;
    white-space: nowrap;
  }
`;
