import {
  type Asset,
  type AssetDetails,
  type FieldValue,
  isServiceError,
  type Node,
} from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { delayNotice } from '../catalogue/delay-notice.ts';
import { describeFailure } from '../catalogue/failures.ts';
import type { NodePath } from '../catalogue/find-path.ts';
import { pictureAddress } from '../catalogue/pictures.ts';
import { signInAddress } from '../catalogue/refusals.ts';
import { isVisible, visibleName } from '../catalogue/visible-name.ts';
import { webAddress } from '../catalogue/web-address.ts';
import type { TextKey } from '../texts/en.ts';
import type { Say } from '../texts/texts.ts';
import { announced } from '../theme/announced.ts';
import { copyLink } from '../theme/copy-link.ts';
import { icon } from '../theme/icons.ts';
import { laterIcon } from '../theme/later-icons.ts';
import { notice } from '../theme/notice.ts';
import { namesOf } from './node-paths.ts';

/** Follows one part of a path into the tree: the last node of the path, its names, and which of them. */
export type GoToPart = (leaf: Pick<Node, 'id' | 'type' | 'name'>, names: readonly string[], index: number) => void;

/** Characters of a general property that fit beside another. */
const MOST_BESIDE = 40;

/** Characters of a field that fit beside another. Fields are texts, which read better in one line. */
const MOST_OF_FIELD = 20;

/** Draws a section, or nothing where it has no content. */
export function section(title: string, content: unknown): TemplateResult | typeof nothing {
  return content ? html`<section><h3>${title}</h3>${content}</section>` : nothing;
}

/** Draws the general properties. */
export function generalRows({ general }: AssetDetails): TemplateResult | undefined {
  const rows: readonly (readonly [string, string])[] = Array.isArray(general)
    ? general.map(({ name, value }) => [name, value])
    : Object.entries(general);
  return rows.length === 0 ? undefined : html`<dl>${rows.map(([name, value]) => row(name, value))}</dl>`;
}

/** Draws the information fields. Nodes that a field references lead into the tree. */
export function fieldRows(say: Say, { infofields = [] }: AssetDetails, go: GoToPart): TemplateResult | undefined {
  if (infofields.length === 0) return undefined;
  return html`<dl>${infofields.map((field) => row(field.name, fieldContent(say, field, go), MOST_OF_FIELD))}</dl>`;
}

/** Draws a name and its value, which gets a line of its own if it is long. */
function row(name: string, value: unknown, most = MOST_BESIDE): TemplateResult {
  const isLong = typeof value !== 'string' || value.length > most;
  return html`<div class=${isLong ? 'long' : ''}>
    <dt dir="auto">${name}</dt>
    <dd dir="auto">${value}</dd>
  </div>`;
}

function fieldContent(say: Say, { value, values = [] }: FieldValue, go: GoToPart): unknown {
  if (values.length === 0) return value;
  return values.map((node) => {
    const leaf = { id: Number(node.value), type: Number(node.type), name: node.name };
    return pathLinks(say, namesOf(node.info), (names, index) => go(leaf, names, index));
  });
}

/** Draws keywords as paths whose parts lead into the tree. */
export function keywordPaths(say: Say, { keyword_list = [] }: AssetDetails, type: number, go: GoToPart) {
  if (keyword_list.length === 0) return undefined;
  return html`<ul class="plain">
    ${keyword_list.map(
      ({ id, name, path }) =>
        html`<li>${pathLinks(say, namesOf(path), (names, index) => go({ id, type, name }, names, index))}</li>`,
    )}
  </ul>`;
}

/** Draws where an asset is shown. */
export function places(say: Say, paths: readonly NodePath[], go: (node: Node) => void): TemplateResult | undefined {
  if (paths.length === 0) return undefined;
  return html`<ul class="plain">
    ${paths.map((path) => {
      const follow = (_names: readonly string[], index: number) => {
        const node = path[index];
        if (node) go(node);
      };
      return html`<li>${pathLinks(
        say,
        path.map(({ name }) => name),
        follow,
      )}</li>`;
    })}
  </ul>`;
}

/** Draws a path as a list of buttons. */
function pathLinks(
  say: Say,
  names: readonly string[],
  go: (names: readonly string[], index: number) => void,
): TemplateResult {
  return html`<ol class="path">
    ${names.map(
      (name, index) =>
        html`<li><button type="button" class="link" @click=${() => go(names, index)}><bdi>${visibleName(say, name)}</bdi></button></li>`,
    )}
  </ol>`;
}

/** Draws related assets with their pictures. */
export function relatedAssets(
  { say, pictures }: Catalogue,
  related: readonly Asset[],
  open: (asset: Asset) => void,
): TemplateResult | undefined {
  if (related.length === 0) return undefined;
  return html`<ul class="related">
    ${related.map((asset) => {
      const text = isVisible(asset.alt_name)
        ? asset.alt_name
        : `${visibleName(say, asset.name)}, ${say(`kind.${asset.type}` as TextKey)}`;
      return html`<li>
        <button type="button" @click=${() => open(asset)}>
          <img alt=${text} loading="lazy" src=${pictureAddress(pictures.addressOf(asset, 128))} />
          <span dir="auto" aria-hidden="true">${visibleName(say, asset.alt_name, asset.name)}</span>
        </button>
      </li>`;
    })}
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

/** Draws grey lines in place of what is loaded, and after a while why it is not there yet. */
export function skeleton({ say, load }: Catalogue, asset: number, retry: () => void): TemplateResult {
  const meanwhile = html`<span class="unseen">${announced(say('details.loading'))}</span>`;
  return html`<p class="delay" role="status">${delayNotice({ say, load, retry, meanwhile, of: asset })}</p>
    <div class="skeleton" aria-hidden="true">${Array.from({ length: 8 }, () => html`<span></span>`)}</div>`;
}

/** Draws why the details are not there: deleted, or a failure with a way on. */
export function failedDetails({ say }: Catalogue, error: unknown, retry: () => void): TemplateResult {
  if (isServiceError(error) && error.status === 404)
    return notice({ icon: laterIcon('info'), title: say('details.gone.title'), text: say('details.gone.text') });
  const address = signInAddress(error);
  const { title, text } = describeFailure(error, say);
  return html`${notice({ icon: icon('warning'), title, text, action: { label: say('catalogue.retry'), run: retry } })}
  ${address ? html`<p><a class="button" href=${address}>${say('sign-in.submit')}</a></p>` : nothing}`;
}
