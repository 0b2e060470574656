import { css } from 'lit';

/** The look of the field, and the size of the dialog. */
export const pickerStyles = css`
  /* Without a field, the dialog can still be opened. */
  :host([hidden]) {
    display: contents !important;
  }
  :host([hidden]) .field {
    display: none;
  }
  .label {
    display: block;
    margin-block-end: 0.375rem;
    font-weight: 600;
  }
  .content {
    display: grid;
    justify-items: start;
    gap: 0.75rem;
    padding: 0.75rem;
    border: 1px dashed var(--_control-line);
    border-radius: calc(1.5 * var(--_radius));
    background: var(--_surface);
  }
  .content .tray {
    flex-wrap: wrap;
  }
  .content > [role='status']:empty {
    display: none;
  }
  .off .content {
    background: var(--_surface-2);
  }
  dialog {
    inline-size: min(100rem, 100vw - 4rem);
    max-inline-size: none;
    block-size: calc(100dvh - 4rem);
    max-block-size: none;
    padding: 0;
    border: 1px solid var(--_line);
    border-radius: calc(2 * var(--_radius));
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow);
    overflow: hidden;
    container-type: size;
  }
  dialog::backdrop {
    background: #0008;
  }
  /* What it holds until its scripts are there. */
  abs-chooser:not(:defined) {
    display: grid;
    grid-template: auto 1fr / 1fr auto;
    align-items: center;
    padding: 0.5rem 0.75rem;
  }
  abs-chooser > .notice {
    align-self: start;
    grid-column: 1 / -1;
  }
  h2 {
    margin: 0;
    font-size: 1.125rem;
    line-height: 1.3;
    overflow-wrap: anywhere;
    outline: none;
  }
  :host([inline]) {
    block-size: 40rem;
    border: 1px solid var(--_line);
    border-radius: calc(1.5 * var(--_radius));
    overflow: hidden;
  }
  abs-chooser {
    block-size: 100%;
  }
  @media (max-width: 48rem) {
    dialog {
      inline-size: 100vw;
      block-size: 100dvh;
      border: 0;
      border-radius: 0;
    }
    h2 {
      flex: 1;
    }
  }
`;
