import { css } from 'lit';

/** The look of reviews and of the form that writes one. */
export const reviewStyles = css`
  .average {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
    margin: 0 0 0.75rem;
  }
  .none,
  .delay:has(.soon) {
    margin: 0 0 0.75rem;
  }
  /* Its line before the words appear, so that what replaces them moves nothing. */
  .delay:has(.soon) {
    min-block-size: 1lh;
  }
  /* After a second, before which most reviews have come. */
  .soon {
    animation: appear 1ms 1s backwards;
  }
  @keyframes appear {
    from {
      visibility: hidden;
    }
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
  /* Scrolls the whole form into view, not only the star that gets the focus. */
  .review-form input {
    scroll-margin-block: 4rem 18rem;
  }
  .review-form {
    display: grid;
    max-inline-size: 48rem;
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
  .star-row button {
    margin-inline-start: 0.5rem;
    font-size: 0.875rem;
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
`;
