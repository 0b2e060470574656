import { css } from 'lit';
import { fullHeight } from '../theme/full-height.ts';

/** Styles of the viewer. The asset gets all the space beside the controls. */
export const viewerStyles = css`
  :host(:not([inline])) {
    display: contents;
  }
  :host([inline]) {
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    block-size: 100%;
    min-block-size: 24rem;
  }
  dialog {
    ${fullHeight}
    inline-size: 100%;
    color: inherit;
    font: 400 0.9375rem/1.45 var(--_font);
  }
  dialog:focus-visible,
  section:focus-visible {
    outline: none;
  }
  dialog::backdrop {
    background: #000a;
  }
  section {
    display: grid;
    grid-template: inherit;
    min-block-size: 0;
  }
  .frame {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) auto;
    min-block-size: 0;
    block-size: 100%;
    background: var(--_surface);
    color: var(--_text);
  }
  .head {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem;
    min-inline-size: 0;
    padding: 0.5rem 0.75rem;
    border-block-end: 1px solid var(--_line);
  }
  .title {
    flex: 1 1 6rem;
    min-inline-size: 0;
    padding-inline-start: 0.25rem;
  }
  h2 {
    margin: 0;
    overflow: hidden;
    font-size: 1rem;
    font-weight: 600;
    text-align: match-parent;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .title > span {
    color: var(--_text-2);
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
  }
  /* Its line is there before the position is known, which would otherwise move the picture. */
  .position::before {
    content: '\\200b';
  }
  .controls {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem;
  }
  .controls button {
    padding: 0.25rem;
  }
  .main {
    grid-area: 2 / 1;
    position: relative;
    display: flex;
    flex-direction: column;
    container-type: size;
    min-block-size: 0;
    min-inline-size: 0;
    background: light-dark(#eceef1, #0a0b0d);
  }
  .show {
    position: relative;
    display: flex;
    flex: 1 1 0;
    flex-direction: column;
    min-block-size: 0;
    overflow: clip;
  }
  /* What is shown follows the finger that swipes it away. */
  @media (prefers-reduced-motion: no-preference) {
    .show > :not(.turn) {
      translate: var(--_swipe, none);
    }
  }
  /* In the middle of the main part, whatever is below the asset, so that the next press needs no other aim. */
  .turn {
    position: absolute;
    inset-block-start: min(50cqb - 1.5rem, 100% - 3.5rem);
    inline-size: 3rem;
    block-size: 3rem;
    border: 1px solid var(--_control-line);
    border-radius: 50%;
    box-shadow: 0 1px 8px #0004;
    touch-action: pan-y;
  }
  .turn.back {
    inset-inline-start: 0.75rem;
  }
  .turn.on {
    inset-inline-end: 0.75rem;
  }
  [aria-disabled='true'] {
    cursor: default;
  }
  [aria-disabled='true'] .icon {
    opacity: 0.4;
  }
  :host(:dir(rtl)) :is(.turn, .turned) .icon {
    transform: scaleX(-1);
  }
  .hint {
    position: absolute;
    inset: auto 0 0.75rem;
    inline-size: fit-content;
    max-inline-size: calc(100% - 2rem);
    margin: 0 auto;
    font-size: 0.875rem;
    text-align: center;
    pointer-events: none;
  }
  .hint:has(*) {
    padding: 0.375rem 0.875rem;
    border-radius: 1rem;
    background: var(--_surface);
    box-shadow: 0 1px 8px #0004;
  }
  .hint:has(.soon) {
    animation: soon 1ms 1s backwards;
  }
  @keyframes soon {
    from {
      visibility: hidden;
    }
  }
  .hint button {
    margin-inline-start: 0.75rem;
    pointer-events: auto;
  }
  .main-notice {
    display: grid;
    place-items: center;
    flex: 1;
    overflow: auto;
  }
  .main-notice .notice,
  .waiting .notice {
    margin: 0;
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: 0.25rem 1.5rem;
    padding: 0.375rem 0.75rem;
    border-block-start: 1px solid var(--_line);
    background: var(--_surface);
  }
  .foot button {
    padding: 0.25rem 0.5rem;
  }
  .pages,
  .turns,
  .zoom {
    display: flex;
    align-items: center;
    gap: 0.375rem;
    font-variant-numeric: tabular-nums;
  }
  .zoom .percent {
    min-inline-size: 3rem;
    text-align: center;
  }
  .pages label {
    display: flex;
    align-items: center;
    gap: 0.375rem;
  }
  .pages input {
    inline-size: 4.5rem;
    text-align: center;
  }
  .side {
    grid-area: 2 / 2;
    inline-size: min(24rem, 40vw);
    padding: 1rem 1.25rem;
    overflow: auto;
    border-inline-start: 1px solid var(--_line);
    background: var(--_surface);
  }
  /* The pages and the zoom must fit into one line of a phone. */
  @media (max-width: 30rem) {
    .foot {
      column-gap: 0.5rem;
    }
    .foot:has(.pages) :is(.percent, .word) {
      display: none;
    }
    .pages input {
      inline-size: 3.5rem;
    }
  }
  @media (max-width: 48rem) {
    .side {
      grid-area: 2 / 1 / 3 / -1;
      z-index: 1;
      inline-size: 100%;
      border: 0;
    }
    .turn {
      inline-size: 2.5rem;
      block-size: 2.5rem;
    }
    .turn.back {
      inset-inline-start: 0.375rem;
    }
    .turn.on {
      inset-inline-end: 0.375rem;
    }
    .strip {
      block-size: 5.5rem;
    }
    .strip .row {
      block-size: 4.75rem;
    }
  }
  @media (max-height: 30rem) {
    .strip {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .page[aria-current='page'] {
      outline: 2px solid Highlight;
    }
    .waveform .bars {
      background: CanvasText;
    }
  }
`;
