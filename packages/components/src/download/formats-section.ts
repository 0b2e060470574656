import type { Asset, DownloadFormat } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { pictureAddress } from '../catalogue/pictures.ts';
import { webAddress } from '../catalogue/web-address.ts';
import type { TextKey } from '../texts/en.ts';
import { formatBytes } from '../texts/texts.ts';
import { announced } from '../theme/announced.ts';
import { laterIcon } from '../theme/later-icons.ts';
import type { PixelSize } from './crop.ts';
import { formatFacts } from './format-facts.ts';
import { type Choice, commonFormats, directFormats, type Offers, planItems } from './plan.ts';

/** What the choice of formats shows. */
export interface FormatsView {
  readonly catalogue: Catalogue;
  readonly offers: Offers;
  /** The assets as far as they are known. */
  readonly assets: ReadonlyMap<number, Asset>;
  /** Size of the picture of a single asset; undefined if unknown. */
  readonly picture: PixelSize | undefined;
  readonly choice: Choice;
  readonly choose: (change: Partial<Choice>) => void;
}

/** Draws the formats of all assets, and those that lead elsewhere. With several assets each may have its own. */
export function formatsSection(view: FormatsView): TemplateResult {
  const { catalogue, offers, assets, picture, choice, choose } = view;
  const { say, about } = catalogue;
  const [only] = offers.size === 1 ? offers.keys() : [];
  // What is known of the asset is of its current version.
  const converted = { asset: choice.version === undefined ? assets.get(only ?? 0) : undefined, picture };
  const common = commonFormats(offers);
  const items = planItems(offers, choice);
  const isSingle = offers.size === 1;
  const others = items.filter(({ format }) => format.id !== choice.format).length;
  return html`
    ${
      common.length === 0
        ? nothing
        : html`<fieldset class="formats">
            <legend>${say('download.format')}</legend>
            ${common.map(
              ({ format, count }) => html`<label class="format">
                <input
                  type="radio"
                  name="format"
                  value=${format.id}
                  .checked=${format.id === choice.format}
                  @change=${() => choose({ format: format.id })}
                />
                <span>
                  <strong>${format.name}</strong>
                  ${format.description ? html`<span class="faint">${format.description}</span>` : nothing}
                  <span class="faint">${formatFacts(about.downloadConversions[format.id], converted, catalogue)}</span>
                  ${count < offers.size ? html`<span class="faint">${say('download.format.some', { count, total: offers.size })}</span>` : nothing}
                </span>
              </label>`,
            )}
          </fieldset>`
    }
    ${elsewhere(view)}
    <div role="status" class="news">
      ${announced(html`
        ${common.length === 0 && elsewhereFormats(offers).length === 0 ? html`<p>${say('download.none')}</p>` : nothing}
        ${!isSingle && others > 0 ? html`<p class="faint">${say('download.others', { count: others })}</p>` : nothing}
        ${common.length > 0 ? excludedNotice(view) : nothing}
      `)}
    </div>
    ${!isSingle && common.length > 1 ? perAsset(view) : nothing}
  `;
}

/** Says why assets are left out, as far as the service tells: it has the same answer for a missing file and a missing right. */
function excludedNotice({ catalogue: { say }, offers }: FormatsView): TemplateResult {
  const excluded = [...offers.values()].filter((info) => directFormats(info).length === 0);
  const signIn = excluded.filter(({ formats }) => formats.length > 0).length;
  const line = (key: TextKey, count: number) =>
    count > 0 ? html`<p class="faint">${say(key, { count })}</p>` : nothing;
  return html`${line('download.excluded', excluded.length - signIn)}${line('download.excluded.sign-in', signIn)}`;
}

/**
 * Formats that a caller may have only after signing in elsewhere, each once: those in which no asset comes directly, and those
 * of assets that are left out.
 */
function elsewhereFormats(offers: Offers): readonly DownloadFormat[] {
  const direct = new Set([...offers.values()].flatMap((info) => directFormats(info).map(({ id }) => id)));
  const formats = [...offers.values()].flatMap((info) => {
    const isLeftOut = directFormats(info).length === 0;
    return info.formats.filter(({ id, url }) => url && (isLeftOut || !direct.has(id)));
  });
  return [...new Map(formats.map((format) => [format.id, format])).values()];
}

function elsewhere({ catalogue: { say }, offers }: FormatsView): TemplateResult | typeof nothing {
  const formats = elsewhereFormats(offers).flatMap((format) => {
    const address = webAddress(format.url ?? '');
    return address ? [{ format, address }] : [];
  });
  if (formats.length === 0) return nothing;
  return html`<div class="elsewhere">
    <p class="heading" id="elsewhere">${say('download.elsewhere')}</p>
    <ul aria-labelledby="elsewhere">
      ${formats.map(
        ({ format, address }) => html`<li>
          <a class="button" href=${address} target="_blank" rel="noopener">
            ${laterIcon('link')}${say('download.elsewhere.open', { name: format.name })}
          </a>
        </li>`,
      )}
    </ul>
  </div>`;
}

function perAsset({ catalogue, offers, assets, choice, choose }: FormatsView): TemplateResult {
  const { say, pictures } = catalogue;
  const chosen = new Map(planItems(offers, choice).map(({ id, format }) => [id, format.id]));
  const chooseFor =
    (id: number) =>
    ({ target }: Event) =>
      choose({ own: new Map([...choice.own, [id, Number((target as HTMLSelectElement).value)]]) });
  return html`<details class="per-asset">
    <summary>${say('download.each')}</summary>
    <ul>
      ${[...offers].map(([id, info]) => {
        const asset = assets.get(id);
        const formats = directFormats(info);
        return html`<li>
          ${asset ? html`<img alt="" loading="lazy" src=${pictureAddress(pictures.addressOf(asset, 40))} />` : nothing}
          <span class="item-name" dir="auto">${info.name}</span>
          ${
            formats.length === 0
              ? html`<span class="faint">${say(info.formats.length > 0 ? 'download.elsewhere' : 'download.none.short')}</span>`
              : html`<select aria-label=${say('download.format.of', { name: info.name })} @change=${chooseFor(id)}>
                  ${formats.map(
                    (format) =>
                      html`<option value=${format.id} .selected=${format.id === chosen.get(id)}>${format.name}</option>`,
                  )}
                </select>`
          }
        </li>`;
      })}
    </ul>
  </details>`;
}

/**
 * Draws what is downloaded: the name of a single asset, whose formats tell its size, or the number of assets and the size of
 * their originals; and what was deleted meanwhile.
 */
export function summary(
  { catalogue: { say, locale }, offers, assets }: Pick<FormatsView, 'catalogue' | 'offers' | 'assets'>,
  gone: number,
): TemplateResult {
  const [only] = offers.values();
  // Records without a file have a size, too.
  const sizes = [...offers].map(([id, info]) => (directFormats(info).length > 0 ? (assets.get(id)?.size ?? 0) : 0));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return html`<p class="summary">
      <bdi>${offers.size === 1 ? only?.name : say('assets.count', { count: offers.size })}</bdi>
      ${bytes > 0 && offers.size > 1 ? html`· ${say('download.original-size', { size: formatBytes(bytes, locale) })}` : nothing}
    </p>
    <div role="status" class="news">${announced(gone > 0 ? html`<p class="error">${say('download.gone', { count: gone })}</p>` : nothing)}</div>`;
}
