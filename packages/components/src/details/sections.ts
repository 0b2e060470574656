import {
  type Asset,
  type AssetDetails,
  type FieldValue,
  isServiceError,
  type Node,
} from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import { altTextOf } from '../assets/shown-fields.ts';
import { creditOf, pictureHtml, webPicture } from '../assets/web-picture.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { delayNotice } from '../catalogue/delay-notice.ts';
import { failureNotice } from '../catalogue/failure-notice.ts';
import { signInAddress } from '../download/sign-in-address.ts';
import { webAddress } from '../download/web-address.ts';
import type { Say } from '../texts/texts.ts';
import { announced } from '../theme/announced.ts';
import { copyLink } from '../theme/copy-link.ts';
import { icon } from '../theme/icons.ts';
import { notice } from '../theme/notice.ts';
import { linkedText } from './linked-text.ts';
import { namesOf } from './node-paths.ts';
import { pathLinks } from './path-links.ts';

/** Goes to one node of a path, which is given by the last node of the path, the names of the path, and the index of the name. */
export type GoToPart = (leaf: Pick<Node, 'id' | 'type' | 'name'>, names: readonly string[], index: number) => void;

/** Characters of the longest general property that may stand beside another one. */
const MAX_SHORT_PROPERTY = 40;

/** The same for fields: fewer, because fields are texts, which are easier to read in one line. */
const MAX_SHORT_FIELD = 20;

/** Draws a section; nothing if it has no content. */
export function section(title: string, content: unknown): TemplateResult | typeof nothing {
  return content ? html`<section><h3>${title}</h3>${content}</section>` : nothing;
}

/** Draws the general properties after the number of the asset, and the time zone of all times. */
export function generalRows(
  { say, about }: Catalogue,
  { general }: AssetDetails,
  asset: number,
): TemplateResult | undefined {
  const rows: readonly (readonly [string, string])[] = Array.isArray(general)
    ? general.map(({ name, value }) => [name, value])
    : Object.entries(general);
  return rows.length === 0
    ? undefined
    : html`<dl>${row(say('browse.sort.id'), String(asset))}${rows.map(([name, value]) => row(name, asMeasures(value)))}</dl>
    ${about.timeZone ? html`<p class="faint">${say('details.times', { zone: about.timeZone.replaceAll('_', ' ') })}</p>` : nothing}`;
}

/** Writes width and height, which the service states as `640 x 400`, as they are written everywhere else. */
function asMeasures(value: string): string {
  return value.replace(/^(\d+) x (\d+)$/, '$1 × $2');
}

/**
 * Draws the information fields but for the one that the heading shows. Nodes that a field references are paths whose names are
 * buttons.
 */
export function fieldRows(
  { say, about }: Pick<Catalogue, 'say' | 'about'>,
  { infofields = [] }: AssetDetails,
  go: GoToPart,
): TemplateResult | undefined {
  const shown = infofields.filter(({ id }) => id !== `info_${about.assetNameField}`);
  if (shown.length === 0) return undefined;
  return html`<dl>${shown.map((field) => row(field.name, fieldContent(say, field, go), MAX_SHORT_FIELD))}</dl>`;
}

/** Draws a name and its value. A long value takes the whole line. */
function row(name: string, value: unknown, maxShort = MAX_SHORT_PROPERTY): TemplateResult {
  const isLong = typeof value !== 'string' || value.length > maxShort;
  return html`<div class=${isLong ? 'long' : ''}>
    <dt dir="auto">${name}</dt>
    <dd dir="auto">${value}</dd>
  </div>`;
}

function fieldContent(say: Say, { value, values = [] }: FieldValue, go: GoToPart): unknown {
  if (values.length === 0) return linkedText(value);
  return values.map((node) => {
    const leaf = { id: Number(node.value), type: Number(node.type), name: node.name };
    return pathLinks(say, namesOf(node.info), (names, index) => go(leaf, names, index));
  });
}

/** Draws keywords as paths whose names are buttons. */
export function keywordPaths(say: Say, { keyword_list = [] }: AssetDetails, type: number, go: GoToPart) {
  if (keyword_list.length === 0) return undefined;
  return html`<ul class="plain">
    ${keyword_list.map(
      ({ id, name, path }) =>
        html`<li>${pathLinks(say, namesOf(path), (names, index) => go({ id, type, name }, names, index))}</li>`,
    )}
  </ul>`;
}

/** Draws the addresses at which the asset is published elsewhere. */
export function publicAddresses({ say }: Catalogue, { public_urls = [] }: AssetDetails): TemplateResult | undefined {
  if (public_urls.length === 0) return undefined;
  return html`<ul class="plain">
    ${public_urls.map(({ name, url, provider }) => {
      const address = webAddress(url);
      const title = [name, provider].filter(Boolean).join(' · ');
      return html`<li class="public">
        ${address ? html`<a href=${address} target="_blank" rel="noopener" dir="auto">${title}</a>` : html`<span>${title}</span>`}
        ${copyLink(say, url, title)}
      </li>`;
    })}
  </ul>`;
}

/** Draws the HTML by which web pages show the picture of the asset. */
export function webCode(
  catalogue: Catalogue,
  asset: Asset | undefined,
  details: AssetDetails,
): TemplateResult | undefined {
  const picture = asset && webPicture(catalogue, asset);
  if (!picture) return undefined;
  const { say, about } = catalogue;
  const code = pictureHtml(picture, altTextOf(about, asset) ?? '', creditOf(details));
  return copyLink(say, code, say('details.web'));
}

/** Draws grey lines while the details are being loaded, and after some seconds a message about the delay. */
export function skeleton({ say, load }: Catalogue, asset: number, retry: () => void): TemplateResult {
  const meanwhile = html`<span class="unseen">${announced(say('details.loading'))}</span>`;
  return html`<p class="delay" role="status">${delayNotice({ say, load, retry, meanwhile, of: asset })}</p>
    <div class="skeleton" aria-hidden="true">${Array.from({ length: 8 }, () => html`<span></span>`)}</div>`;
}

/** Draws why the details could not be loaded, with a button to try again unless the asset is gone. */
export function failedDetails(catalogue: Catalogue, error: unknown, retry: () => void): TemplateResult {
  const { say } = catalogue;
  if (isServiceError(error) && error.status === 404)
    return notice({ icon: icon('info'), title: say('details.gone.title'), text: say('details.gone.text') });
  const address = signInAddress(error);
  return html`${notice(failureNotice(error, address ? { say } : catalogue, retry))}
  ${address ? html`<p><a class="button" href=${address}>${say('sign-in.submit')}</a></p>` : nothing}`;
}
