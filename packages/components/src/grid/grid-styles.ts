import { css } from 'lit';
import { lineStyles } from './line-styles.ts';
import { messageStyles } from './list-notices.ts';
import { SCRUBBER_WIDTH } from './measures.ts';
import { tileStyles } from './tile-styles.ts';

/** Tiles are placed by transforms within the box that is scrolled. */
const listStyles = css`
  :host {
    position: relative;
    block-size: 100%;
    min-block-size: 10rem;
    contain: strict;
  }
  .scroller {
    --_caption: 0px;
    position: absolute;
    inset: 0;
    inset-inline-end: ${SCRUBBER_WIDTH}px;
    overflow: hidden auto;
    overscroll-behavior: contain;
    scrollbar-width: none;
    outline-offset: -2px;
    touch-action: pan-y;
    user-select: none;
    -webkit-touch-callout: none;
    transition: opacity 150ms;
  }
  .scroller.captions {
    --_caption: 2.125rem;
  }
  .scroller:not(.loading) {
    /* The active tile has the focus ring. */
    outline: none;
  }
  .scroller.loading {
    overflow: hidden;
  }
  .scroller.stale {
    opacity: 0.55;
    transition-delay: 300ms;
  }
  .box {
    position: relative;
    contain: strict;
  }
  .band {
    position: absolute;
    top: 0;
    left: 0;
    border: 1px solid var(--_accent);
    background: color-mix(in srgb, var(--_accent) 20%, transparent);
    pointer-events: none;
  }
`;

/** The look of the grid. */
export const gridStyles = [listStyles, tileStyles, lineStyles, messageStyles];
