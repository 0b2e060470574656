import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { AssetLoader } from '../assets/known-assets.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { pictureAddress } from '../catalogue/pictures.ts';
import { visibleName } from '../catalogue/visible-name.ts';
import type { ExpiryNotes } from '../expiry/later-notes.ts';
import type { Say } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';
import { slotted } from '../theme/slots.ts';

/** Edge of the pictures in CSS pixels, as in the style sheet. */
const PICTURE = 88;

/** How many assets are drawn of a choice that exceeds `max`. */
const FIRST = 50;

/** The chosen assets, and the actions for each. */
export interface Tray {
  readonly catalogue: Catalogue;
  readonly ids: readonly number[];
  readonly known: AssetLoader;
  readonly expiryOf: ExpiryNotes;
  readonly max: number;
  /** True if people can order them. */
  readonly isOrdered: boolean;
  readonly isDisabled: boolean;
  /** Media type of items that are dragged within this tray. */
  readonly dragType: string;
  readonly remove: (id: number) => void;
  readonly move: (from: number, to: number) => void;
  /** Shows an asset large. Without it, pictures are not buttons. */
  readonly open?: (asset: Asset) => void;
}

/**
 * Draws the chosen assets in their order, but only the first ones of a choice that exceeds `max`. Assets that no longer exist
 * say so, and can be removed.
 */
export function tray(state: Tray): TemplateResult | typeof nothing {
  const { catalogue, ids, max } = state;
  if (ids.length === 0) return nothing;
  const shown = ids.length > max ? ids.slice(0, FIRST) : ids;
  const count = ids.length - shown.length;
  return html`<ol class="tray" role="list" aria-label=${catalogue.say('picker.chosen')}>
    ${slotted({
      items: shown,
      keyOf: (id) => id,
      hidden: html`<li hidden></li>`,
      draw: (id, position) => chosenItem(state, id, position),
    })}${count > 0 ? html`<li>${catalogue.say('picker.more', { count })}</li>` : nothing}
  </ol>`;
}

/** The name of an asset for people. */
export function nameOf(say: Say, known: AssetLoader, id: number): string {
  const asset = known.assets.get(id);
  return asset ? visibleName(say, asset.alt_name, asset.name) : String(id);
}

function chosenItem(state: Tray, id: number, position: number): TemplateResult {
  const { catalogue, ids, known, expiryOf, isOrdered, isDisabled, dragType, remove, move } = state;
  const { say } = catalogue;
  const name = nameOf(say, known, id);
  const asset = known.assets.get(id);
  const isMissing = known.missing.has(id);
  const button = (symbol: 'close' | 'previous' | 'next', label: string, run: () => void, isOff = false) => html`<button
    type="button"
    class="quiet ${symbol}"
    aria-label=${label}
    title=${label}
    ?disabled=${isOff}
    @click=${run}
  >${icon(symbol)}</button>`;
  const canMove = isOrdered && !isDisabled && ids.length > 1;
  const isOurs = ({ dataTransfer }: DragEvent) => canMove && dataTransfer?.types.includes(dragType);
  return html`<li
    class=${isMissing ? 'missing' : ''}
    data-id=${id}
    draggable=${canMove}
    @dragstart=${({ dataTransfer }: DragEvent) => dataTransfer?.setData(dragType, String(id))}
    @dragover=${(event: DragEvent) => isOurs(event) && event.preventDefault()}
    @drop=${(event: DragEvent) => {
      if (!isOurs(event)) return;
      event.preventDefault();
      move(ids.indexOf(Number(event.dataTransfer?.getData(dragType))), position);
    }}
  >
    ${picture(state, id, name)}${asset && expiryOf(catalogue, asset)?.overlay}
    <span class="name" dir="auto" title=${name}>${isMissing ? say('picker.missing') : name}</span>
    ${
      isDisabled
        ? nothing
        : html`<span class="does">
            ${
              canMove
                ? html`${button('previous', say('picker.earlier', { name }), () => move(position, position - 1), position === 0)}
                  ${button('next', say('picker.later', { name }), () => move(position, position + 1), position === ids.length - 1)}`
                : nothing
            }
            ${button('close', say('picker.remove', { name }), () => remove(id))}
          </span>`
    }
  </li>`;
}

function picture({ catalogue, known, open }: Tray, id: number, name: string): TemplateResult {
  const { say, pictures } = catalogue;
  const asset = known.assets.get(id);
  if (!asset) return html`<span class="picture">${known.missing.has(id) ? icon('warning') : nothing}</span>`;
  const image = html`<img alt="" loading="lazy" draggable="false" src=${pictureAddress(pictures.choiceOf(asset, PICTURE))} />`;
  if (!open) return html`<span class="picture">${image}</span>`;
  const label = say('picker.preview', { name });
  return html`<button type="button" class="picture" aria-label=${label} title=${label} @click=${() => open(asset)}>
    ${image}
  </button>`;
}
