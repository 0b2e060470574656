import { html, nothing, type TemplateResult } from 'lit';
import { type LaterPart, openLaterPart } from '../catalogue/later-part.ts';
import type { Say } from '../texts/texts.ts';

/** What the page needs only when an asset is opened or something is downloaded, and for the number on the basket. */
export interface Rest extends LaterPart {
  /** Loads it after this time. Default: when the first pictures of a list that is there have arrived. */
  loadLater(milliseconds?: number): void;
  /** Loads it after it could not be; if that fails again although the service answers, loads the page anew. */
  retry(): void;
  stop(): void;
}

/** How long the first pictures, which people wait for, have the connection for themselves. */
const PICTURES_FIRST_MILLISECONDS = 1000;

/** Opens what is loaded later. `changed` tells of each new state. */
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
      // A service that answers without these scripts has others now, which only the page of today names.
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

/** Says above the list that the rest could not be loaded, and offers to try it again. */
export function restNotice(rest: Rest, say: Say): TemplateResult | typeof nothing {
  if (rest.state !== 'failed') return nothing;
  const [title, text] = [say('catalogue.unreachable.title'), say('catalogue.unreachable.text')];
  return failureStrip({ title, text }, say, rest.retry);
}

/** Says above the list what failed, and offers to try it again. */
export function failureStrip(
  { title, text }: { readonly title: string; readonly text: string },
  say: Say,
  retry: () => void,
): TemplateResult {
  return html`<p class="strip">
    <span><strong>${title}.</strong> ${text}</span>
    <button type="button" @click=${retry}>${say('catalogue.retry')}</button>
  </p>`;
}
