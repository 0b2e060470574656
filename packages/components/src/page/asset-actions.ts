import { html, nothing, type TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';
import { laterIcon } from '../theme/later-icons.ts';
import type { LaterElements } from './later-elements.ts';
import { mayShare } from './share-link.ts';

/** The asset of the viewer's buttons. */
export interface ActedOn {
  readonly id: number;
  readonly link: string;
  /** True if it can be downloaded. */
  readonly isOffered: boolean;
  /** True if the service makes links. */
  readonly makesLinks: boolean;
}

/**
 * Draws the viewer's buttons: one downloads the asset, one adds it to the basket or takes it out again, and one, for narrow
 * screens, where the details are out of sight, shares its link.
 */
export function assetActions(
  say: Say,
  later: LaterElements,
  { id, link, isOffered, makesLinks }: ActedOn,
): TemplateResult {
  const add = isOffered ? basketAction(say, later, [id]) : nothing;
  return html`<div slot="actions">
    ${isOffered ? downloadAction(say, () => void later.download([id], '')) : nothing} ${later.news.render()}
  </div>
  <div slot="more">
    ${isOffered ? shareAction(say, { later, makesLinks }, [id]) : nothing}
    ${
      later.isInBasket(id)
        ? action(icon('check'), say('page.basket-remove'), () => later.removeFromBasket(id, say))
        : add
    }
    ${action(laterIcon('link'), say(mayShare() ? 'page.share' : 'details.link.copy'), () => void later.share(link, say), 'share')}
  </div>`;
}

/** Draws the button that downloads. */
export function downloadAction(say: Say, download: () => void): TemplateResult {
  return action(laterIcon('download'), say('download.title'), download);
}

/** Draws the button that makes a link for others; nothing if the service makes none. */
export function shareAction(
  say: Say,
  { later, makesLinks }: { readonly later: LaterElements; readonly makesLinks: boolean },
  ids: readonly number[],
): TemplateResult | typeof nothing {
  return makesLinks ? action(laterIcon('person'), say('share.label'), () => void later.shareAssets(ids)) : nothing;
}

/** Draws the button that adds assets to the basket. */
export function basketAction(say: Say, later: LaterElements, ids: readonly number[]): TemplateResult {
  return action(laterIcon('basket'), say('page.basket-add'), () => void later.addToBasket(ids, say));
}

/** Draws a button. Its title repeats the words, which narrow screens hide. */
export function action(icon: TemplateResult, text: string, run: () => void, className = ''): TemplateResult {
  return html`<button type="button" class="quiet ${className}" title=${text} @click=${run}>${icon}<span>${text}</span></button>`;
}
