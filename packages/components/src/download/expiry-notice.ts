import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { expiryNote } from '../expiry/expiry-note.ts';
import type { Offers } from './plan.ts';

/** How many assets a list names at most. */
const MAX_NAMES = 10;

/**
 * Says which assets may no longer be used, or only for a short time. The service decides whether they can be downloaded all the
 * same.
 */
export function expiryNotice(catalogue: Catalogue, offers: Offers, assets: ReadonlyMap<number, Asset>): TemplateResult {
  const { say } = catalogue;
  const noted = [...offers].flatMap(([id, { name }]) => {
    const asset = assets.get(id);
    const note = asset && expiryNote(catalogue, asset);
    return note?.validity ? [{ ...note, text: note.validity, name }] : [];
  });
  const expired = noted.filter(({ isExpired }) => isExpired);
  const ending = noted.filter(({ isExpired }) => !isExpired);
  const isSingle = offers.size === 1;
  const { length: count } = expired;
  return html`<div role="status" class="news expiry">
    ${
      count > 0
        ? html`<div class="message overdue">
            <p>${isSingle ? say('download.expired.single') : say('download.expired', { count, total: offers.size })}</p>
            ${
              isSingle
                ? nothing
                : list(
                    catalogue,
                    expired.map(({ name }) => html`<bdi>${name}</bdi>`),
                  )
            }
          </div>`
        : nothing
    }
    ${
      ending.length > 0
        ? html`<div class="message">${list(
            catalogue,
            ending.map(({ name, text }) => (isSingle ? text : html`<bdi>${name}</bdi> · ${text}`)),
          )}</div>`
        : nothing
    }
  </div>`;
}

function list({ say }: Catalogue, lines: readonly unknown[]): TemplateResult {
  const count = lines.length - MAX_NAMES;
  return html`<ul>
    ${lines.slice(0, MAX_NAMES).map((line) => html`<li>${line}</li>`)}
    ${count > 0 ? html`<li>${say('picker.more', { count })}</li>` : nothing}
  </ul>`;
}
