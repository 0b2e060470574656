import { css } from 'lit';

/** Rules of the mark before a node that opens it; elements of class `twist` in an expanded element, or expanded themselves. */
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
