import { css } from 'lit';

/** The base styles of all elements: font, hidden parts, focus ring, buttons and fields. */
export const controls = css`
  :host {
    display: block;
    box-sizing: border-box;
    /* Inherited by the content, so rules of the page for all elements, such as those of a reset, must not change them. */
    color: var(--_text) !important;
    font: 400 0.9375rem/1.45 var(--_font) !important;
    letter-spacing: normal !important;
    word-spacing: normal !important;
    text-align: start !important;
    text-align-last: auto !important;
    text-indent: 0 !important;
    text-shadow: none !important;
    text-transform: none !important;
    white-space: normal !important;
    word-break: normal !important;
    hyphens: manual !important;
    cursor: auto !important;
    -webkit-text-fill-color: currentColor !important;
    -webkit-tap-highlight-color: transparent;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.5em;
    min-block-size: 2.25rem;
    min-inline-size: 2.25rem;
    padding: 0.25rem 0.75rem;
    border: 1px solid var(--_control-line);
    border-radius: var(--_radius);
    background: var(--_surface);
    text-decoration: none;
    cursor: pointer;
  }
  button:hover,
  .button:hover {
    background: var(--_surface-2);
  }
  button.primary,
  .button.primary {
    border-color: transparent;
    background: var(--_accent);
    color: var(--_on-accent);
  }
  button.quiet,
  .button.quiet {
    border-color: transparent;
    background: transparent;
  }
  button.quiet:hover,
  .button.quiet:hover {
    background: var(--_surface-3);
  }
  button[aria-pressed='true'],
  button[aria-expanded='true'].quiet {
    background: var(--_accent-soft);
  }
  button:disabled {
    opacity: 0.5;
    cursor: default;
  }
  input:not([type='checkbox'], [type='radio'], [type='range']),
  select,
  textarea {
    min-block-size: 2.25rem;
    padding: 0.25rem 0.625rem;
    border: 1px solid var(--_control-line);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  input {
    accent-color: var(--_accent);
  }
  svg.icon {
    inline-size: 1.25em;
    block-size: 1.25em;
    flex: none;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  @media (forced-colors: active) {
    [aria-pressed='true']:not(:focus-visible) {
      outline: 3px solid Highlight;
    }
  }
  /* The languages of the elements are written from left to right, even if the page is not. */
  :host(:dir(rtl)) :is(p, span) {
    unicode-bidi: plaintext;
  }
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation-duration: 1ms !important;
      transition-duration: 0s !important;
    }
  }
`;
