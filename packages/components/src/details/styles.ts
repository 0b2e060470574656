import { css } from 'lit';

/** The look of the details: one column that fits a side panel as well as a page. */
export const detailsStyles = css`
  :host {
    container-type: inline-size;
    overflow-wrap: anywhere;
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
  .faint {
    color: var(--_text-2);
    font-size: 0.8125rem;
  }
  .error {
    margin: 0;
    color: var(--_danger);
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
  dl {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 10rem), 1fr));
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
  ul,
  ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .plain {
    display: grid;
    gap: 0.125rem;
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
  }
  .related span {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .public {
    display: grid;
    gap: 0.25rem;
    padding-block: 0.375rem;
  }
  .versions {
    display: grid;
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
  }
  .version > span {
    display: grid;
    min-inline-size: 0;
  }
  .comparison {
    display: grid;
    gap: 0.75rem;
    margin-block-start: 0.75rem;
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
  .average {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
    margin: 0 0 0.75rem;
  }
  .stars {
    display: inline-flex;
    color: var(--_star);
    line-height: 0;
  }
  .full .icon {
    fill: currentColor;
  }
  .reviews {
    display: grid;
    gap: 1rem;
    margin-block: 1rem;
  }
  .reviews:empty {
    margin: 0;
  }
  .review-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.5rem;
  }
  .avatar {
    display: grid;
    place-items: center;
    inline-size: 2rem;
    block-size: 2rem;
    border-radius: 50%;
    background: var(--_surface-3);
    font-size: 0.75rem;
    overflow: hidden;
  }
  .comment {
    margin: 0.375rem 0 0;
    white-space: pre-line;
  }
  .review-form {
    display: grid;
    gap: 0.75rem;
    padding: 1rem;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface-2);
  }
  .review-form > label {
    display: grid;
    gap: 0.25rem;
  }
  textarea {
    inline-size: 100%;
    resize: vertical;
  }
  .star-choice {
    margin: 0;
    padding: 0;
    border: 0;
  }
  .star-row {
    display: flex;
    inline-size: fit-content;
    color: var(--_star);
    font-size: 1.5rem;
  }
  .star-row label {
    position: relative;
    display: grid;
    place-items: center;
    inline-size: 2.25rem;
    block-size: 2.25rem;
    border-radius: var(--_radius);
  }
  .star-row label:focus-within {
    outline: 2px solid var(--_accent);
  }
  .star-row input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  [aria-disabled='true'] {
    opacity: 0.5;
    cursor: default;
  }
  .skeleton {
    display: grid;
    gap: 0.75rem;
    margin-block-start: 1.25rem;
  }
  .skeleton span:not(.unseen) {
    block-size: 1rem;
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface-3);
  }
  .skeleton span:nth-child(3n) {
    inline-size: 60%;
  }
`;
