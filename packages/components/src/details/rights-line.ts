import type { Asset, AssetDetails } from '@asset-browsing-service/client';
import { html, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { webAddress } from '../download/web-address.ts';
import { expiryNote } from '../expiry/expiry-note.ts';
import { isGenerated } from '../expiry/generated.ts';

/** Draws in one line what whoever uses an asset must know of its rights; undefined if nothing is stated. */
export function rightsLine(
  catalogue: Catalogue,
  { rights }: Pick<AssetDetails, 'rights'>,
  asset: Pick<Asset, 'valid_from' | 'valid_until'> | undefined,
): TemplateResult | undefined {
  const { creator = [], credit, copyright, licence, source_type } = rights ?? {};
  const names = new Set([creator.join(', '), credit, copyright].filter(Boolean));
  const address = licence?.url ? webAddress(licence.url) : undefined;
  const parts = [
    ...[...names].map((name) => html`<bdi>${name}</bdi>`),
    licence &&
      (address
        ? html`<a href=${address} target="_blank" rel="noopener license"><bdi>${licence.label}</bdi></a>`
        : html`<bdi>${licence.label}</bdi>`),
    source_type && isGenerated({ source_type }) ? catalogue.say('rights.generated') : undefined,
    asset && expiryNote(catalogue, asset, Date.now(), Number.POSITIVE_INFINITY)?.validity,
  ].filter((part) => part !== undefined && part !== '');
  return parts.length === 0
    ? undefined
    : html`<p class="rights">${parts.map((part, i) => html`${i > 0 ? '\u00A0· ' : ''}${part}`)}</p>`;
}
