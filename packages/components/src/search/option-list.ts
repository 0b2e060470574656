import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { pictureAddress } from '../catalogue/pictures.ts';
import { visibleName } from '../catalogue/visible-name.ts';
import { unlabelledCut } from '../theme/cut-name.ts';
import { icon } from '../theme/icons.ts';
import { laterIcon } from '../theme/later-icons.ts';
import type { OptionGroup, SearchOption } from './search-options.ts';

/** Width of a thumbnail, in CSS pixels. */
const THUMB = 40;

/** The list below a search field. */
export interface OptionListOptions {
  readonly catalogue: Catalogue;
  readonly groups: readonly OptionGroup[];
  /** Position of the option that the keyboard has reached; -1 for none. */
  readonly active: number;
  readonly choose: (option: SearchOption) => void;
}

/** Draws the list below a search field. Options have the IDs `option-0`, `option-1` … */
export function optionList({ catalogue, groups, active, choose }: OptionListOptions): TemplateResult {
  let position = -1;
  // Keeps the focus in the field.
  const keepFocus = (event: Event) => event.preventDefault();
  return html`<div class="options" id="options" role="listbox" aria-label=${catalogue.say('search.suggestions.label')} @mousedown=${keepFocus}>
    ${groups.map(
      ({ title, options }) =>
        html`<div role="group" aria-label=${title}>
          <div class="title" aria-hidden="true">${title}</div>
          ${options.map((option) => {
            position += 1;
            return html`<div
              role="option"
              id="option-${position}"
              class="option"
              aria-selected=${position === active}
              @click=${() => choose(option)}
            >
              ${content(catalogue, option)}
            </div>`;
          })}
        </div>`,
    )}
  </div>`;
}

function content({ say, pictures }: Catalogue, option: SearchOption): TemplateResult {
  switch (option.does) {
    case 'search':
      return html`${icon('search')}<span class="text" dir="auto">${option.text}</span>`;
    case 'forget':
      return html`${icon('close')}<span class="text">${say('search.forget')}</span>`;
    case 'show-node':
      return html`${typeIcon(option.node.typeKey)}<span class="text" dir="auto">${visibleName(say, option.node.name)}</span>
        ${path(option.node.found?.above)}`;
    case 'show-asset': {
      const { asset } = option;
      const name = visibleName(say, asset.alt_name, asset.name);
      return html`<img alt="" width=${THUMB} height=${THUMB} src=${pictureAddress(pictures.choiceOf(asset, THUMB))} />
        <span class="text" dir="auto" title=${name}>${unlabelledCut(name)}</span>
        ${asset.type === 1 ? nothing : html`<span class="kind">${say(`kind.${asset.type}` as 'kind.0')}</span>`}`;
    }
  }
}

/** Draws the names of the nodes above a node, which tell it from others with its name. */
function path(above: readonly string[] = []): TemplateResult | typeof nothing {
  return above.length > 0 ? html`<span class="text path" dir="auto">${above.join(' › ')}</span>` : nothing;
}

/** Draws the icon of a node type. */
function typeIcon(key: string): TemplateResult {
  return key === 'collection' || key === 'keyword' ? laterIcon(key) : icon('folder');
}
