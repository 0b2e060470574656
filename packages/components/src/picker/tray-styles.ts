import { css } from 'lit';

/** What the field and the dialog share: the bar of titles, and the chosen assets as a row of pictures with their names. */
export const trayStyles = css`
  .bar {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.75rem;
    padding: 0.5rem 1rem;
    border-block-end: 1px solid var(--_line);
  }
  .tray {
    display: flex;
    gap: 0.75rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .tray li {
    position: relative;
    flex: none;
    display: grid;
    gap: 0.25rem;
    inline-size: var(--_edge, 5.5rem);
  }
  .tray .picture {
    display: grid;
    place-items: center;
    inline-size: 100%;
    aspect-ratio: 1;
    padding: 0;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    overflow: hidden;
    background: var(--_surface-3);
    color: var(--_text-2);
  }
  .tray img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .tray .name {
    overflow: hidden;
    font-size: 0.75rem;
    line-height: 1.3;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .tray .missing .picture {
    border-style: dashed;
    border-color: var(--_danger);
    background: transparent;
    color: var(--_danger);
  }
  .tray .missing .name {
    color: var(--_danger);
    white-space: normal;
  }
  .tray .missing .picture .icon {
    inline-size: 1.75rem;
    block-size: 1.75rem;
  }
  .tray .does {
    position: absolute;
    inset: 0.125rem 0.125rem auto;
    display: flex;
    justify-content: end;
    gap: 0;
    pointer-events: none;
  }
  .tray .does button {
    min-inline-size: 1.5rem;
    min-block-size: 1.5rem;
    inline-size: 1.5rem;
    padding: 0;
    border: 1px solid var(--_line);
    border-radius: 50%;
    background: var(--_surface);
    pointer-events: auto;
  }
  .tray .does button:disabled {
    opacity: 1;
    color: var(--_line);
  }
  .tray .does .icon {
    inline-size: 0.875rem;
    block-size: 0.875rem;
  }
  .tray .does :is(.previous, .next) {
    margin-inline-end: auto;
  }
  :host(:dir(rtl)) .tray .previous .icon,
  :host(:dir(rtl)) .tray .next .icon {
    transform: scaleX(-1);
  }
  @media (hover: hover) {
    .tray li:not(:hover, :focus-within) .does :is(.previous, .next) {
      opacity: 0;
    }
  }
  .matter:not(:empty) {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.75rem;
    color: var(--_danger);
    font-size: 0.875rem;
  }
  .matter button {
    color: var(--_text);
  }
`;
