import { html, nothing, type TemplateResult } from 'lit';
import { LaterPart, type Updatable } from '../catalogue/later-part.ts';
import type { Say } from '../texts/texts.ts';
import type { Notice } from '../theme/notice.ts';

/** The elements that the page needs only when somebody opens or downloads an asset, and for the number on the basket. */
export class Rest extends LaterPart {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRetry = false;

  /** `views` are what draws them, and loads with them. */
  constructor(host: Updatable, views: { load(): Promise<void> }) {
    super(host, async () => {
      try {
        await Promise.all([
          views.load(),
          import('../abs-viewer.ts'),
          import('../abs-details.ts'),
          import('../abs-download.ts'),
          import('../abs-basket.ts'),
          import('../abs-share.ts'),
          import('../print/print-element.ts'),
        ]);
      } catch (error) {
        // After an upgrade, the service has scripts of other names, which only the new page knows.
        if (this.#isRetry && (await isServiceThere())) location.reload();
        throw error;
      }
    });
  }

  /** Loads them after a time, unless they are wanted before. */
  loadLater(milliseconds: number): void {
    this.stop();
    this.#timer = setTimeout(() => this.loadOnce(), milliseconds);
  }

  /** Tries again after a failure. If that fails although the service answers, reloads the page. */
  retry(): void {
    this.#isRetry = true;
    void this.load();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
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
    action: { label: say('catalogue.retry'), run: () => rest.retry() },
  });
}

/** Draws above the list what failed. */
export function failureStrip({ title, text, action }: Omit<Notice, 'icon'>): TemplateResult {
  return html`<p class="strip">
    <span><strong>${title}.</strong> ${text}</span>
    ${action ? html`<button type="button" @click=${action.run}>${action.label}</button>` : nothing}
  </p>`;
}
