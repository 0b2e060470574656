import { css } from 'lit';

/** The look of the choice of a download. */
export const downloadStyles = css`
  .panel {
    display: grid;
    gap: 1.25rem;
    max-inline-size: 62rem;
  }
  .summary {
    margin: 0;
    color: var(--_text-2);
  }
  .panel p {
    margin: 0;
  }
  /* A region for news takes no room until it has some, which are elements. */
  .panel .news:not(:has(*)) {
    position: absolute;
  }
  fieldset {
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend,
  summary,
  .heading {
    padding: 0;
    font-weight: 600;
  }
  legend,
  .panel .heading {
    margin-block-end: 0.5rem;
  }
  summary {
    min-block-size: 1.5rem;
    cursor: pointer;
  }
  .formats {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
    gap: 0.5rem;
  }
  .formats legend {
    grid-column: 1 / -1;
  }
  .format {
    display: flex;
    gap: 0.75rem;
    padding: 0.75rem;
    border: 1px solid var(--_control-line);
    border-radius: var(--_radius);
    cursor: pointer;
  }
  .format:hover {
    background: var(--_surface-2);
  }
  .format:has(:checked) {
    border-color: var(--_accent);
    background: var(--_accent-soft);
    box-shadow: inset 0 0 0 1px var(--_accent);
  }
  .format:has(:checked) .faint {
    color: var(--_text);
  }
  .format:has(:focus-visible) {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .format input {
    flex: none;
    inline-size: 1.125rem;
    block-size: 1.125rem;
    margin: 0.125rem 0 0;
    outline: none;
  }
  .format > span {
    display: grid;
    align-content: start;
    min-inline-size: 0;
  }
  .format .faint {
    text-wrap: balance;
  }
  .format strong {
    font-weight: 600;
  }
  .fields {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 0.75rem;
  }
  .fields label,
  .pin form > label {
    display: grid;
    gap: 0.25rem;
    font-size: 0.8125rem;
  }
  .fields input {
    inline-size: 7rem;
  }
  .options > p,
  .options > p + .fields {
    margin-block-start: 0.5rem;
  }
  .message {
    display: grid;
    gap: 0.5rem;
    padding: 0.75rem 1rem;
    border-inline-start: 3px solid var(--_accent);
    background: var(--_surface-2);
  }
  .message p {
    white-space: pre-line;
  }
  .overdue {
    border-color: var(--_danger);
  }
  /* Takes its space at once but appears later, because screen readers announce only changes in a new live region. */
  .expiry {
    display: grid;
    gap: 0.5rem;
  }
  .expiry > * {
    animation: announced 1ms 100ms backwards;
  }
  .check {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    min-block-size: 1.75rem;
  }
  .check input {
    flex: none;
    inline-size: 1.125rem;
    block-size: 1.125rem;
    margin: 0;
  }
  .per-asset li {
    display: grid;
    grid-template-columns: 2.5rem minmax(0, 1fr) minmax(0, 11rem);
    align-items: center;
    gap: 0.75rem;
    padding-block: 0.375rem;
  }
  .per-asset .item-name {
    grid-column: 2;
  }
  .per-asset img {
    inline-size: 2.5rem;
    block-size: 2.5rem;
    object-fit: cover;
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface-3);
    box-shadow: 0 0 0 1px var(--_line);
  }
  .per-asset ul {
    max-block-size: 20rem;
    overflow: auto;
  }
  .stage,
  .pin form {
    display: grid;
    gap: 0.75rem;
  }
  .pin form,
  .pin form ~ * {
    margin-block-start: 0.75rem;
  }
  /* The outcome of making a PIN has its room from the start, because a growing dialog would move the button under the pointer. */
  .making {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.75rem;
  }
  .outcome {
    flex: 1 1 14rem;
    min-block-size: 2lh;
    align-content: center;
  }
  .awaited {
    visibility: hidden;
  }
  .made [role='status']:empty {
    display: block;
    min-block-size: 1lh;
  }
  /* The button is always visible. The scroll padding below keeps the focused control above it. */
  :host(:not([inline])) .stage {
    position: sticky;
    inset-block-end: 0;
    margin-inline: -1.5rem;
    margin-block-end: -1.5rem;
    padding: 0.75rem 1.5rem;
    border-block-start: 1px solid var(--_line);
    background: var(--_surface);
  }
  dialog.modal {
    scroll-padding-block-end: 9rem;
  }
  @media (max-width: 30rem) {
    :host(:not([inline])) .stage {
      margin-inline: -1rem;
      padding-inline: 1rem;
    }
    .outcome {
      min-block-size: 3lh;
    }
  }
  /* In a low window, or at a large zoom, the button would cover most of the content. */
  @media (max-height: 30rem) {
    :host(:not([inline])) .stage {
      position: static;
    }
    dialog.modal {
      scroll-padding-block-end: 0;
    }
  }
  progress {
    inline-size: 100%;
    block-size: 0.5rem;
    accent-color: var(--_accent);
  }
  .stage .primary {
    padding-inline: 1.25rem;
  }
  .running {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0.25rem 1rem;
  }
  /* Screen readers do not announce hidden regions, so an empty one stays visible but takes no space. */
  .running:has(> :only-child:empty) {
    position: absolute;
  }
  .pin {
    padding-block-start: 1rem;
    border-block-start: 1px solid var(--_line);
  }
`;
