import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import { altTextOf } from '../assets/shown-fields.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { pictureAddress } from '../catalogue/pictures.ts';
import { visibleName } from '../catalogue/visible-name.ts';
import type { TextKey } from '../texts/en.ts';
import type { RelatedGroup } from './related.ts';
import type { SimilarPictures } from './similar.ts';

/** Draws related assets with their pictures, below the names of their relations. Groups without names come last. */
export function relatedSection(
  catalogue: Catalogue,
  groups: readonly RelatedGroup[],
  open: (asset: Asset) => void,
): TemplateResult | undefined {
  if (groups.length === 0) return undefined;
  const { say } = catalogue;
  const heading = (name: string | undefined) =>
    name === undefined ? say('details.related.other') : visibleName(say, name);
  return html`${groups.map(
    ({ name, assets }) => html`
      ${name === undefined && groups.length === 1 ? nothing : html`<h4 dir="auto">${heading(name)}</h4>`}
      <ul class="related">
        ${assets.map((asset) => item(catalogue, asset, open))}
      </ul>
    `,
  )}`;
}

/** Draws the pictures that look like that of the asset; nothing if there are none. */
export function similarSection(
  catalogue: Catalogue,
  { assets, left }: SimilarPictures,
  { open, more }: { readonly open: (asset: Asset) => void; readonly more: () => void },
): TemplateResult | undefined {
  if (assets.length + left === 0) return undefined;
  return html`<ul class="related similar">${assets.map((asset) => item(catalogue, asset, open))}</ul>
    ${
      left > 0
        ? html`<button type="button" class="more" @click=${more}>${catalogue.say('details.places.more', { count: left })}</button>`
        : nothing
    }`;
}

function item({ say, pictures, about }: Catalogue, asset: Asset, open: (asset: Asset) => void): TemplateResult {
  const name = visibleName(say, asset.alt_name, asset.name);
  const text = altTextOf(about, asset) ?? `${name}, ${say(`kind.${asset.type}` as TextKey)}`;
  return html`<li>
    <button type="button" @click=${() => open(asset)}>
      <img alt=${text} loading="lazy" src=${pictureAddress(pictures.choiceOf(asset, 128))} />
      <span dir="auto" aria-hidden="true">${name}</span>
    </button>
  </li>`;
}
