import { html, nothing, type TemplateResult } from 'lit';
import { type LaterPart, openLaterPart } from '../catalogue/later-part.ts';
import type { Say } from '../texts/texts.ts';
import type { Notice } from '../theme/notice.ts';

/** The elements that the page needs only when somebody opens or downloads an asset, and for the number on the basket. */
export interface Rest extends LaterPart {
  /** Loads them after a time. Default: enough for the first pictures of a list to arrive. */
  loadLater(milliseconds?: number): void;
  /** Tries again after a failure. If that fails although the service answers, reloads the page. */
  retry(): void;
  stop(): void;
}

/** How long the first pictures, which people wait for, have the connection to themselves. */
const PICTURES_FIRST_MILLISECONDS = 1000;

/** `changed` is called with each new state. */
export function openRest(changed: () => void): Rest {
  let isRetry = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function scripts(): Promise<void> {
    try {
      await Promise.all([
        import('../abs-viewer.ts'),
        import('../abs-details.ts'),
        import('../abs-download.ts'),
        import('../abs-basket.ts'),
      ]);
    } catch (error) {
      // After an upgrade, the service has scripts of other names, which only the new page knows.
      if (isRetry && (await isServiceThere())) location.reload();
      throw error;
    }
  }

  const part = openLaterPart(scripts, changed);
  return {
    get state() {
      return part.state;
    },
    load: part.load,
    loadLater: (milliseconds = PICTURES_FIRST_MILLISECONDS) => {
      clearTimeout(timer);
      timer = setTimeout(() => part.state === 'absent' && void part.load(), milliseconds);
    },
    retry: () => {
      isRetry = true;
      void part.load();
    },
    stop: () => {
      clearTimeout(timer);
    },
  };
}

async function isServiceThere(): Promise<boolean> {
  return await fetch(location.pathname, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Draws above the list that the later elements could not be loaded, with a button that tries again. */
export function restNotice(rest: Rest, say: Say): TemplateResult | typeof nothing {
  if (rest.state !== 'failed') return nothing;
  return failureStrip({
    ...{ title: say('catalogue.unreachable.title'), text: say('catalogue.unreachable.text') },
    action: { label: say('catalogue.retry'), run: rest.retry },
  });
}

/** Draws above the list what failed. */
export function failureStrip({ title, text, action }: Omit<Notice, 'icon'>): TemplateResult {
  return html`<p class="strip">
    <span><strong>${title}.</strong> ${text}</span>
    ${action ? html`<button type="button" @click=${action.run}>${action.label}</button>` : nothing}
  </p>`;
}
