import { css } from 'lit';

/** The look of the versions and of the comparison of two versions. */
export const versionStyles = css`
  .versions {
    display: grid;
    max-inline-size: 48rem;
    gap: 0.25rem;
    margin-block-end: 0.75rem;
  }
  .versions li {
    display: flex;
    align-items: center;
    gap: 0.75rem;
  }
  .versions li > .link {
    flex: none;
  }
  .version {
    display: flex;
    flex: 1;
    justify-content: start;
    gap: 0.75rem;
    min-inline-size: 0;
    padding: 0.375rem;
    border-color: transparent;
    background: transparent;
    text-align: start;
  }
  .version[aria-pressed='true'] {
    border-color: var(--_accent);
  }
  .version img {
    flex: none;
    inline-size: 3.5rem;
    block-size: 3.5rem;
    object-fit: cover;
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface-3);
    box-shadow: 0 0 0 1px var(--_line);
  }
  .version > span {
    display: grid;
    min-inline-size: 0;
  }
  .comparison {
    display: grid;
    max-inline-size: 48rem;
    gap: 0.75rem;
    margin-block-start: 0.75rem;
  }
  .comparison > button {
    justify-self: center;
  }
  .comparison:fullscreen {
    grid-template-rows: auto minmax(0, 1fr) auto auto;
    max-inline-size: none;
    padding: 1rem;
    background: var(--_surface);
  }
  .comparison:fullscreen .comparison-pictures {
    aspect-ratio: auto;
  }
  .comparison-choices {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0.75rem;
  }
  .comparison-choices label {
    display: grid;
    min-inline-size: 0;
    font-size: 0.8125rem;
  }
  select {
    max-inline-size: 100%;
  }
  .comparison-pictures {
    position: relative;
    aspect-ratio: 4 / 3;
    overflow: hidden;
    border-radius: var(--_radius);
    background: var(--_surface-2);
  }
  .comparison-pictures img {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
  }
  .comparison-pictures .over {
    background: var(--_surface-2);
    clip-path: inset(0 calc(100% - var(--_at)) 0 0);
  }
  .comparison-pictures::after {
    content: '';
    position: absolute;
    inset-block: 0;
    left: calc(var(--_at) - 1px);
    inline-size: 2px;
    background: #fff;
    box-shadow: 0 0 0 1px #0008;
  }
  input[type='range'] {
    inline-size: 100%;
    min-block-size: 1.5rem;
  }
`;
