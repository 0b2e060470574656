import { css } from 'lit';

/** The look of what only the page has: its name, its menu, and the actions on assets. */
export const pageStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    block-size: 100dvh;
    min-block-size: 30rem;
    background: var(--_surface);
  }
  abs-browse {
    flex: 1;
  }
  .skip {
    position: absolute;
    inset-block-start: 0.5rem;
    inset-inline-start: 0.5rem;
    z-index: 2;
  }
  .skip:not(:focus) {
    inline-size: 1px;
    block-size: 1px;
    min-block-size: 0;
    min-inline-size: 0;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .strip {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem 1rem;
    margin: 0.75rem 1rem 0;
    padding: 0.5rem 0.75rem;
    border-radius: var(--_radius);
    background: var(--_accent-soft);
  }
  .brand {
    min-inline-size: 0;
    margin: 0;
    font-size: 1.0625rem;
  }
  .brand a {
    display: flex;
    align-items: center;
    gap: 0.625rem;
    min-inline-size: 1.5rem;
    min-block-size: 2.25rem;
    color: inherit;
    font-weight: 600;
    text-decoration: none;
  }
  .brand img {
    display: block;
    block-size: 1.75rem;
    max-inline-size: 8rem;
    object-fit: contain;
  }
  .brand span {
    max-inline-size: 16rem;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .end {
    display: flex;
    align-items: center;
    gap: 0.25rem;
    margin-inline-start: auto;
  }
  /* Its room before it is loaded, so that nothing moves. */
  abs-basket {
    min-inline-size: 2.75rem;
    min-block-size: 2.25rem;
  }
  /* Three points, which lines as thin as those of other icons leave too faint. */
  .end > button .icon {
    stroke-width: 3.5;
  }
  .menu {
    position: fixed;
    inset: 3.25rem 1rem auto auto;
    inline-size: 16rem;
    margin: 0;
    padding: 0.75rem;
    border: 1px solid var(--_line);
    border-radius: calc(1.5 * var(--_radius));
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow);
  }
  :host(:dir(rtl)) .menu {
    inset: 3.25rem auto auto 1rem;
  }
  .menu:popover-open {
    display: grid;
    gap: 0.75rem;
  }
  .menu label {
    display: grid;
    gap: 0.25rem;
    padding-inline: 0.75rem;
    color: var(--_text-2);
    font-size: 0.8125rem;
  }
  .menu select {
    color: var(--_text);
    font-size: 0.9375rem;
  }
  .menu button {
    justify-content: start;
  }
  [slot='actions'] {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
  }
  /* With a mouse, tiles show their check marks below it. */
  @media (hover: hover) {
    [slot='tools'] {
      display: none;
    }
  }
  @media (max-width: 48rem) {
    :is([slot='actions'], [slot='selection'], [slot='tools']) span {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
`;
