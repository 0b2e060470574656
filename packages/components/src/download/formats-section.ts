import type { Asset, DownloadFormat } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import { IMAGE } from '../assets/kinds.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { pictureAddress } from '../catalogue/pictures.ts';
import { isVisible } from '../catalogue/visible-name.ts';
import { formatBytes } from '../texts/bytes.ts';
import type { TextKey } from '../texts/en.ts';
import { announced } from '../theme/announced.ts';
import { laterIcon } from '../theme/later-icons.ts';
import type { PixelSize } from './crop.ts';
import { formatFacts } from './format-facts.ts';
import { isOutsideValidity } from './not-valid.ts';
import { type Choice, commonFormats, directFormats, type Offers, planItems } from './plan.ts';
import { webAddress } from './web-address.ts';

/** How many assets that are left out are named at most. */
const MAX_NAMES = 10;

/** What the choice of formats shows. */
export interface FormatsView {
  readonly catalogue: Catalogue;
  readonly offers: Offers;
  /** What is known of the assets, by ID. */
  readonly assets: ReadonlyMap<number, Asset>;
  /** Size of the picture of a single asset; undefined if unknown. */
  readonly picture: PixelSize | undefined;
  readonly choice: Choice;
  readonly choose: (change: Partial<Choice>) => void;
  /** Chooses a format and begins, unless something remains to be confirmed or entered. */
  readonly get: (format: number) => void;
  /** True if the choice of the format of each asset is open. */
  readonly isEachOpen: boolean;
  readonly openEach: (isOpen: boolean) => void;
}

/** Draws the formats to choose from, links to those that require signing in, and a choice for each of several assets. */
export function formatsSection(view: FormatsView): TemplateResult {
  const { catalogue, offers, assets, picture, choice, choose } = view;
  const { say, about } = catalogue;
  const [onlyId = 0] = offers.size === 1 ? offers.keys() : [];
  // `assets` describes current versions only, and so says nothing about a chosen older one.
  const source = { asset: choice.version === undefined ? assets.get(onlyId) : undefined, picture };
  const pictures = picture ? [picture] : sizesOf([...offers.keys()].map((id) => assets.get(id)));
  const common = commonFormats(offers);
  const items = planItems(offers, choice);
  const isSingle = offers.size === 1;
  const otherCount = items.filter(({ format }) => format.id !== choice.format).length;
  return html`
    ${
      common.length === 0
        ? nothing
        : html`<fieldset class="formats">
            <legend>${say('download.format')}</legend>
            ${common.map(
              ({ format, count }) => html`<div class="offer"><label class="format">
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
                  <span class="faint">${formatFacts(about.downloadConversions[format.id], { ...source, pictures: count < offers.size ? [] : pictures }, catalogue)}</span>
                  ${count < offers.size ? html`<span class="faint">${say('download.format.some', { count, total: offers.size })}</span>` : nothing}
                </span>
              </label>
              <button
                type="button"
                class="quiet"
                aria-label=${say('download.get', { name: format.name })}
                title=${say('download.get', { name: format.name })}
                @click=${() => view.get(format.id)}
              >
                ${laterIcon('download')}
              </button></div>`,
            )}
          </fieldset>`
    }
    ${elsewhereLinks(view)}
    <div role="status" class="news">
      ${announced(html`
        ${common.length === 0 && elsewhereFormats(offers).length === 0 ? html`<p>${say(isSingle && isNotValid(onlyId, view) ? 'download.not-valid.single' : 'download.none')}</p>` : nothing}
        ${!isSingle && otherCount > 0 ? html`<p class="faint">${say('download.others', { count: otherCount })}</p>` : nothing}
        ${common.length > 0 ? excludedNotice(view) : nothing}
      `)}
    </div>
    ${!isSingle && common.length > 1 ? perAsset(view) : nothing}
  `;
}

/** The sizes of the pictures of these assets; empty if not all are pictures whose size is known. */
function sizesOf(assets: readonly (Asset | undefined)[]): readonly PixelSize[] {
  const sizes = assets.flatMap((asset) => {
    const { type, width = 0, height = 0 } = asset ?? {};
    return type === IMAGE && width > 0 && height > 0 ? [{ width, height }] : [];
  });
  return sizes.length === assets.length ? sizes : [];
}

/**
 * Says why assets are left out. The service does not distinguish an asset without a file from one that may not be downloaded; of
 * others their dates tell that they may not be used now.
 */
function excludedNotice(view: FormatsView): TemplateResult {
  const { catalogue, offers } = view;
  const { say, locale } = catalogue;
  const excluded = [...offers].filter(([, info]) => directFormats(info).length === 0);
  const signInCount = excluded.filter(([, { formats }]) => formats.some(isElsewhere)).length;
  const outside = excluded.filter(([id]) => isNotValid(id, view));
  const line = (key: TextKey, count: number) =>
    count > 0 ? html`<p class="faint">${say(key, { count })}</p>` : nothing;
  const names = outside.slice(0, MAX_NAMES).map(([id]) => nameOf(id, view));
  const more = outside.length > MAX_NAMES ? ['…'] : [];
  const list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format([...names, ...more]);
  return html`${line('download.excluded', excluded.length - signInCount - outside.length)}
    ${line('download.excluded.sign-in', signInCount)}
    ${outside.length > 0 ? html`<p class="faint">${say('download.not-valid', { count: outside.length })} <bdi>${list}</bdi></p>` : nothing}`;
}

/** True if it is known that an asset has no formats because it may not be used now. */
function isNotValid(id: number, { offers, assets }: Pick<FormatsView, 'offers' | 'assets'>): boolean {
  const asset = assets.get(id);
  return offers.get(id)?.formats.length === 0 && asset !== undefined && isOutsideValidity(asset);
}

/**
 * Returns the formats that require signing in elsewhere, each once: those in which no asset is available directly, and those of
 * assets that are left out.
 */
function elsewhereFormats(offers: Offers): readonly DownloadFormat[] {
  const direct = new Set([...offers.values()].flatMap((info) => directFormats(info).map(({ id }) => id)));
  const formats = [...offers.values()].flatMap((info) => {
    const isLeftOut = directFormats(info).length === 0;
    return info.formats.filter((format) => isElsewhere(format) && (isLeftOut || !direct.has(format.id)));
  });
  return [...new Map(formats.map((format) => [format.id, format])).values()];
}

/** True for a format that has the address of a page where people sign in. */
function isElsewhere({ url }: DownloadFormat): boolean {
  return Boolean(url) && webAddress(url ?? '') !== undefined;
}

function elsewhereLinks({ catalogue: { say }, offers }: FormatsView): TemplateResult | typeof nothing {
  const formats = elsewhereFormats(offers);
  if (formats.length === 0) return nothing;
  return html`<div class="elsewhere">
    <p class="heading" id="elsewhere">${say('download.elsewhere')}</p>
    <ul aria-labelledby="elsewhere">
      ${formats.map(
        ({ name, url }) => html`<li>
          <a class="button" href=${webAddress(url ?? '') ?? nothing} target="_blank" rel="noopener">
            ${laterIcon('link')}${say('download.elsewhere.open', { name })}
          </a>
        </li>`,
      )}
    </ul>
  </div>`;
}

function perAsset(view: FormatsView): TemplateResult {
  const { catalogue, isEachOpen, openEach } = view;
  const toggled = ({ target }: Event) => openEach((target as HTMLDetailsElement).open);
  return html`<details class="per-asset" ?open=${isEachOpen} @toggle=${toggled}>
    <summary>${catalogue.say('download.each')}</summary>
    ${isEachOpen ? formatOfEach(view) : nothing}
  </details>`;
}

/** Draws a row for each asset. Drawing a thousand takes so long that it is done only if they are visible. */
function formatOfEach({ catalogue, offers, assets, choice, choose }: FormatsView): TemplateResult {
  const { say, pictures } = catalogue;
  const chosen = new Map(planItems(offers, choice).map(({ id, format }) => [id, format.id]));
  const chooseFor =
    (id: number) =>
    ({ target }: Event) =>
      choose({ own: new Map([...choice.own, [id, Number((target as HTMLSelectElement).value)]]) });
  return html`<ul>
    ${[...offers].map(([id, info]) => {
      const asset = assets.get(id);
      const name = nameOf(id, { offers, assets });
      const formats = directFormats(info);
      return html`<li>
        ${asset ? html`<img alt="" loading="lazy" src=${pictureAddress(pictures.choiceOf(asset, 40))} />` : nothing}
        <span class="item-name" dir="auto">${name}</span>
        ${
          formats.length === 0
            ? html`<span class="faint">${say(info.formats.some(isElsewhere) ? 'download.elsewhere' : 'download.none.short')}</span>`
            : html`<select aria-label=${say('download.format.of', { name })} @change=${chooseFor(id)}>
                ${formats.map(
                  (format) =>
                    html`<option value=${format.id} .selected=${format.id === chosen.get(id)}>${format.name}</option>`,
                )}
              </select>`
        }
      </li>`;
    })}
  </ul>`;
}

/**
 * Draws what is downloaded: the name of a single asset, or the number of assets and the size of their originals; then how many
 * assets were deleted meanwhile.
 */
export function summary(
  { catalogue: { say, locale }, offers, assets }: Pick<FormatsView, 'catalogue' | 'offers' | 'assets'>,
  deleted: number,
): TemplateResult {
  const [only] = offers;
  // An asset without a file has a size as well, which must not count.
  const sizes = [...offers].map(([id, info]) => (directFormats(info).length > 0 ? (assets.get(id)?.size ?? 0) : 0));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return html`<p class="summary">
      <bdi>${offers.size === 1 && only ? nameOf(only[0], { offers, assets }) : say('assets.count', { count: offers.size })}</bdi>
      ${bytes > 0 && offers.size > 1 ? html`· ${say('download.original-size', { size: formatBytes(bytes, locale) })}` : nothing}
    </p>
    <div role="status" class="news">${announced(deleted > 0 ? html`<p class="error">${say('download.gone', { count: deleted })}</p>` : nothing)}</div>`;
}

/** Returns how people call an asset: its title, or else the name of its file. */
export function nameOf(id: number, { offers, assets }: Pick<FormatsView, 'offers' | 'assets'>): string {
  const name = offers.get(id)?.name ?? String(id);
  return [assets.get(id)?.alt_name, name].find(isVisible) ?? name;
}
