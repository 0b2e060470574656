import { css } from 'lit';

/** Styles of what the viewer shows: pictures, models, pages, films and sounds. */
export const contentStyles = css`
  .stage {
    position: relative;
    flex: 1 1 0;
    min-block-size: 6rem;
    overflow: hidden;
    contain: strict;
    touch-action: none;
    user-select: none;
  }
  :host([inline]) .stage:not(.zoomed),
  :host([inline]) .stage:not(.zoomed) .surface div {
    touch-action: pan-y !important;
  }
  /* Swipes sideways lead on; scrolling and the zoom of the page are left to the browser. */
  .recording,
  .main-notice {
    touch-action: pan-y pinch-zoom;
  }
  .stage.zoomed {
    cursor: grab;
  }
  .stage.zoomed:active {
    cursor: grabbing;
  }
  .surface,
  .surface > div,
  .openseadragon-canvas > div {
    position: absolute;
  }
  .surface,
  .picture {
    inset: 0;
  }
  /* Pointers meet the picture below. */
  .surface canvas {
    pointer-events: none;
  }
  .picture {
    position: absolute;
    background: light-dark(#fff, #1c1e22);
    box-shadow: 0 1px 12px light-dark(#0002, #0008);
  }
  .picture img {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
  }
  .picture.symbol {
    border-radius: calc(2 * var(--_radius));
    overflow: hidden;
    box-shadow: none;
  }
  /* Symbols have a light background, which would glare in a dark theme. */
  .picture.symbol::after {
    position: absolute;
    inset: 0;
    background: light-dark(transparent, #000a);
    content: '';
  }
  .stage > canvas {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    background: light-dark(#eceef1, #0a0b0d);
    cursor: grab;
    touch-action: none;
    outline-offset: -3px;
  }
  /* The picture below is seen until the model stands. */
  .stage > canvas[aria-busy='true'] {
    background: none;
  }
  .recording {
    display: flex;
    flex: 1;
    flex-direction: column;
    justify-content: center;
    min-block-size: 0;
    overflow: auto;
  }
  .recording video {
    flex: 1;
    min-block-size: 8rem;
    inline-size: 100%;
    background: #000;
  }
  .recording.waiting {
    align-items: center;
    gap: 1.5rem;
    padding: 1.5rem;
  }
  .poster {
    min-block-size: 0;
    max-block-size: 50%;
    max-inline-size: min(100%, 24rem);
    border-radius: var(--_radius);
    object-fit: contain;
  }
  .offer {
    position: relative;
    display: grid;
    place-items: center;
  }
  .sound .offer,
  audio {
    min-block-size: 54px;
  }
  .film .offer {
    flex: 1;
    min-block-size: 8rem;
    background: #000;
  }
  .offer .poster {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    max-inline-size: none;
    max-block-size: none;
    border-radius: 0;
  }
  /* Browsers would draw a symbol in place of a picture that has not come. */
  .offer .poster:not([src^='blob:']) {
    visibility: hidden;
  }
  .action {
    position: relative;
    min-block-size: 3.25rem;
    display: grid;
    place-items: center;
  }
  .action button {
    min-block-size: 3rem;
    padding-inline: 1.25rem;
    outline-offset: 3px;
  }
  .action .progress {
    padding: 0.75rem 1rem;
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  .hint-line:has(*) {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: 0.25rem 0.75rem;
    background: var(--_surface);
  }
  .progress {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    font-variant-numeric: tabular-nums;
  }
  .progress progress {
    accent-color: var(--_accent);
  }
  .scenes {
    display: flex;
    flex: none;
    gap: 2px;
    padding: 0.375rem;
    background: var(--_surface);
  }
  .scenes button {
    position: relative;
    flex: 1;
    min-inline-size: 1.5rem;
    min-block-size: 1.5rem;
    padding: 0;
    overflow: hidden;
    border: 0;
    border-radius: 4px;
    outline-offset: -2px;
  }
  .scene {
    inline-size: 100%;
    aspect-ratio: 16 / 9;
  }
  .scenes .time {
    position: absolute;
    inset-block-end: 0.125rem;
    inset-inline-end: 0.125rem;
    padding: 0 0.25rem;
    border-radius: 3px;
    background: #000b;
    color: #fff;
    font-size: 0.6875rem;
  }
  .recording.sound {
    gap: 1.5rem;
    inline-size: min(100%, 64rem);
    margin-inline: auto;
    padding: 1.5rem;
  }
  .waveform {
    flex: 0 1 14rem;
    min-block-size: 4rem;
  }
  .waveform:has(+ audio) {
    cursor: pointer;
  }
  .waveform .bars {
    block-size: 100%;
    background: linear-gradient(to right, var(--_accent) var(--_played, 0%), var(--_control-line) var(--_played, 0%));
    mask: center / 100% 100% no-repeat;
  }
  .waveform img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
    border-radius: var(--_radius);
  }
  audio {
    inline-size: 100%;
  }
  .strip {
    flex: none;
    overflow: auto hidden;
    block-size: 7rem;
    border-block-start: 1px solid var(--_line);
    background: var(--_surface);
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }
  .strip .row {
    position: relative;
    block-size: 6rem;
    margin-inline: auto;
  }
  .page {
    position: absolute;
    inset-block: 0.375rem 0;
    display: flex;
    flex-direction: column;
    gap: 0.125rem;
    padding: 0.25rem;
    border-color: transparent;
    background: transparent;
    font-size: 0.75rem;
    line-height: 1.2;
    outline-offset: -2px;
  }
  .page img {
    flex: 1;
    min-block-size: 0;
    max-inline-size: 100%;
    object-fit: contain;
    border-radius: 2px;
    background: light-dark(#eceef1, #2a2d33);
  }
  .page[aria-current='page'] {
    border-color: var(--_accent);
    background: var(--_accent-soft);
    font-weight: 600;
  }
`;
