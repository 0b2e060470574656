import { css } from 'lit';

/** The look of the details without versions and reviews: one column that fits a side panel as well as a page. */
export const detailsStyles = css`
  :host {
    position: relative;
    container-type: inline-size;
  }
  .title {
    margin: 0;
    font-size: 1.25rem;
    line-height: 1.3;
    outline-offset: 4px;
  }
  .subtitle {
    margin: 0.125rem 0 0;
  }
  .share {
    margin-block-start: 0.75rem;
  }
  section {
    margin-block-start: 1.25rem;
    padding-block-start: 1.25rem;
    border-block-start: 1px solid var(--_line);
  }
  h3 {
    margin: 0 0 0.625rem;
    font-size: 0.9375rem;
  }
  h4 {
    margin: 0 0 0.375rem;
    color: var(--_text-2);
    font-size: 0.8125rem;
    font-weight: 600;
  }
  * + h4 {
    margin-block-start: 0.875rem;
  }
  dl {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 9rem), 1fr));
    gap: 0.75rem 1.25rem;
    margin: 0;
  }
  .long {
    grid-column: 1 / -1;
  }
  dt {
    color: var(--_text-2);
    font-size: 0.8125rem;
  }
  dd {
    margin: 0;
    white-space: pre-line;
  }
  /* So that a date and its time stand on lines of their own. */
  dl > :not(.long) > dd {
    text-wrap: balance;
  }
  .plain {
    display: grid;
    gap: 0.125rem;
  }
  /* As high as a path of one line. */
  .ghost {
    block-size: 1rem;
    margin-block: 0.25rem;
    inline-size: 60%;
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface-3);
  }
  .more {
    margin-block-start: 0.5rem;
  }
  .path {
    display: flex;
    flex-wrap: wrap;
    white-space: normal;
  }
  .path li + li::before {
    content: '›' / '';
    margin-inline: 0.375rem;
    color: var(--_text-2);
  }
  button.link {
    display: inline;
    min-block-size: 1.5rem;
    min-inline-size: 1.5rem;
    padding: 0;
    border: 0;
    background: none;
    color: var(--_text-2);
    text-align: start;
    text-decoration: underline transparent;
    text-underline-offset: 0.2em;
  }
  button.link:hover {
    text-decoration-color: currentColor;
  }
  .path li:last-child .link,
  li > .link {
    color: var(--_accent);
  }
  a {
    color: var(--_accent);
  }
  .related {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr));
    gap: 0.75rem;
  }
  .related button {
    display: grid;
    grid-template-columns: 100%;
    gap: 0.25rem;
    inline-size: 100%;
    padding: 0;
    border: 0;
    background: none;
    text-align: start;
    font-size: 0.8125rem;
  }
  .related img {
    inline-size: 100%;
    aspect-ratio: 1;
    object-fit: cover;
    border-radius: var(--_radius);
    background: var(--_surface-3);
    box-shadow: 0 0 0 1px var(--_line);
  }
  .related span {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .public {
    display: grid;
    max-inline-size: 48rem;
    gap: 0.25rem;
    padding-block: 0.375rem;
  }
  .delay {
    margin: 0;
    color: var(--_text-2);
  }
  .skeleton {
    display: grid;
    gap: 0.75rem;
    margin-block-start: 1.25rem;
  }
  .skeleton span {
    block-size: 1rem;
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface-3);
  }
  .skeleton span:nth-child(3n) {
    inline-size: 60%;
  }
`;
