import { css, html, type TemplateResult } from 'lit';

/** How long a message is shown, in milliseconds: long enough to read two sentences. */
export const NEWS_MILLISECONDS = 6000;

/** Milliseconds within which browsers report to screen readers that a region became empty. */
const EMPTY_MILLISECONDS = 100;

/** A message that says what just happened and then disappears. */
export interface PassingNews {
  show(text: string): void;
  /** Draw it even without a text: screen readers announce changes only in a region that already exists. */
  render(): TemplateResult;
  /** Removes the message at once. */
  stop(): void;
}

/** `changed` is called when the text appears or disappears. */
export function openPassingNews(changed: () => void): PassingNews {
  let text = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function become(next: string): void {
    text = next;
    changed();
  }

  function stop(): void {
    clearTimeout(timer);
    become('');
  }

  return {
    show: (next) => {
      // The same text again would be no change, so screen readers would not announce it.
      stop();
      timer = setTimeout(() => {
        timer = setTimeout(become, NEWS_MILLISECONDS, '');
        become(next);
      }, EMPTY_MILLISECONDS);
    },
    render: () => html`<div class="passing-news" role="status">${text}</div>`,
    stop,
  };
}

/** The look of news: over the content, so that nothing moves. */
export const passingNewsStyles = css`
  .passing-news {
    position: fixed;
    inset-block-end: 5rem;
    inset-inline: 1rem;
    z-index: 1;
    inline-size: fit-content;
    margin-inline: auto;
    padding: 0.5rem 1rem;
    border: 1px solid var(--_line);
    border-radius: calc(1.5 * var(--_radius));
    background: var(--_surface);
    box-shadow: var(--_shadow);
    pointer-events: none;
    unicode-bidi: plaintext;
  }
  .passing-news:empty {
    padding: 0;
    border: 0;
    box-shadow: none;
  }
`;
