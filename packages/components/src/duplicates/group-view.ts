import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { visibleName } from '../catalogue/visible-name.ts';
import { formatBytes } from '../texts/bytes.ts';
import { ownPicture } from '../viewer/own-picture.ts';
import { type DuplicateGroup, DuplicateGroups } from './duplicate-groups.ts';

/** Longer side of the pictures, in CSS pixels. */
const PICTURE = 200;

/** A group, its place in the list, and callbacks. */
export interface GroupView {
  readonly catalogue: Catalogue;
  readonly group: DuplicateGroup;
  readonly at: number;
  readonly paths: ReadonlyMap<number, string>;
  readonly changed: () => void;
  readonly open: (asset: Asset) => void;
}

/** Draws the assets of a group side by side, each with a button that keeps it. */
export function groupView(view: GroupView): TemplateResult {
  const { catalogue, group, changed } = view;
  const { say } = catalogue;
  const title = `${say(group.kind === 'exact' ? 'duplicates.exact' : 'duplicates.near')} · ${say('assets.count', { count: group.assets.length })}`;
  return html`<fieldset class="group">
    <legend>${title}</legend>
    <label class="take">
      <input
        type="checkbox"
        .checked=${group.isTaken}
        @change=${({ target }: Event) => {
          group.isTaken = (target as HTMLInputElement).checked;
          changed();
        }}
      />
      ${say('duplicates.take')}
    </label>
    <ul>${group.assets.map((asset) => html`<li>${card(view, asset)}</li>`)}</ul>
  </fieldset>`;
}

function card({ catalogue, group, at, paths, changed, open }: GroupView, asset: Asset): TemplateResult {
  const { say, locale, pictures } = catalogue;
  const { width = 0, height = 0, size } = asset;
  const name = visibleName(say, asset.alt_name, asset.name);
  const pixels = width > 0 ? `${width} × ${height}` : '';
  const facts = [pixels, size === undefined ? '' : formatBytes(size, locale)]
    .filter(Boolean)
    .map((fact) => fact.replaceAll(' ', '\u00A0'))
    .join('\u00A0· ');
  return html`<label class="keep">
      <span class="thumb">${ownPicture(pictures.addressOf(asset, PICTURE))}</span>
      <span>
        <input
          type="radio"
          name=${`keep-${at}`}
          aria-label=${say('duplicates.keep', { name })}
          .checked=${group.keep === asset.id}
          @change=${() => {
            group.keep = asset.id;
            changed();
          }}
        />
        <span aria-hidden="true">${say('duplicates.keep.short')}</span>
      </span>
    </label>
    <button type="button" class="link" @click=${() => open(asset)}><bdi>${name}</bdi></button>
    <span class="faint">${facts}</span>
    ${DuplicateGroups.nodesOf(asset).map((id) => {
      const path = paths.get(id);
      return path === undefined ? nothing : html`<span class="faint"><bdi>${path}</bdi></span>`;
    })}`;
}
