import { css } from 'lit';

/** The look of the picture to crop. */
export const cropStyles = css`
  .crop {
    position: relative;
    /* As large as the picture will be, so that nothing moves when it arrives. */
    inline-size: min(100%, calc(22rem * var(--_ratio)));
    margin: 0.75rem auto 0;
    overflow: hidden;
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface-3);
    line-height: 0;
    user-select: none;
  }
  .crop img {
    inline-size: 100%;
    aspect-ratio: var(--_ratio);
  }
  .crop-area {
    position: absolute;
    left: var(--_left);
    top: var(--_top);
    inline-size: var(--_width);
    block-size: var(--_height);
    box-shadow: 0 0 0 100rem #000a;
    outline: 1px solid #fff;
  }
  .crop-area button {
    position: absolute;
    min-block-size: 0;
    min-inline-size: 0;
    padding: 0;
    border: 0;
    border-radius: 0;
    background: none;
    touch-action: none;
  }
  .crop-inside {
    inset: 0;
    cursor: move;
  }
  /* The whole picture cannot be moved, so a finger on it scrolls. */
  .crop-area .whole {
    cursor: default;
    touch-action: auto;
  }
  .crop-area .crop-inside:focus-visible {
    outline-offset: -4px;
  }
  .crop-area .crop-corner {
    inline-size: 1.75rem;
    block-size: 1.75rem;
  }
  .crop-corner::after {
    content: '';
    position: absolute;
    inset: 0.25rem;
    border: 2px solid #000;
    border-radius: 50%;
    background: #fff;
  }
  .nw {
    left: 0;
    top: 0;
    cursor: nwse-resize;
  }
  .ne {
    right: 0;
    top: 0;
    cursor: nesw-resize;
  }
  .sw {
    left: 0;
    bottom: 0;
    cursor: nesw-resize;
  }
  .se {
    right: 0;
    bottom: 0;
    cursor: nwse-resize;
  }
`;
