import { css } from 'lit';

/** The look of the arrow before a node, an element of class `twist`. It points down if it, or its parent, is expanded. */
export const twistStyles = css`
  .twist {
    display: grid;
    flex: none;
    place-items: center;
    inline-size: 1.75rem;
    block-size: 1.75rem;
    border-radius: 50%;
    color: var(--_text-2);
  }
  .twist.opens:hover {
    background: var(--_surface-3);
  }
  .twist .icon {
    inline-size: 1rem;
    block-size: 1rem;
    transition: rotate 120ms;
  }
  :host(:dir(rtl)) .twist .icon {
    scale: -1 1;
  }
  :is([aria-expanded='true'] > .twist, .twist[aria-expanded='true']) .icon {
    rotate: 90deg;
  }
  :host(:dir(rtl)) :is([aria-expanded='true'] > .twist, .twist[aria-expanded='true']) .icon {
    rotate: -90deg;
  }
`;
