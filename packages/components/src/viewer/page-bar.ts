import { html, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { icon } from '../theme/icons.ts';
import { slotted } from '../theme/slots.ts';
import { styled } from '../theme/styled.ts';
import { ownPicture } from './own-picture.ts';
import type { ShownAsset } from './shown-asset.ts';
import { stripWindow } from './strip.ts';

/** Width of a page in the strip, in pixels. */
export const PAGE_STEP = 68;

/** Longer side of the pictures of the strip, in CSS pixels. */
const PAGE_PICTURE = 64;

/** Draws buttons and a field that turn pages. */
export function pageField({ say }: Catalogue, { page, pages, turnTo }: ShownAsset): TemplateResult {
  const typed = ({ currentTarget }: Event) => {
    const field = currentTarget as HTMLInputElement;
    const wanted = Number(field.value);
    // The value of a cleared field counts as 0.
    const next = Number.isInteger(wanted) && wanted >= 1 ? Math.min(pages, wanted) : page + 1;
    field.value = String(next);
    turnTo(next - 1);
  };
  // So that what is typed replaces the number.
  const select = ({ currentTarget }: Event) => (currentTarget as HTMLInputElement).select();
  const turn = (by: 1 | -1) => () => turnTo(page + by);
  return html`<div class="pages" role="group" aria-label=${say('viewer.pages')}>
    <button
      type="button"
      class="quiet turned"
      title=${say('viewer.previous-page')}
      aria-label=${say('viewer.previous-page')}
      aria-disabled=${page === 0}
      @click=${turn(-1)}
    >
      ${icon('previous')}
    </button>
    <label>
      <span>${say('viewer.page')}</span>
      <input
        type="number"
        inputmode="numeric"
        min="1"
        max=${pages}
        .value=${String(page + 1)}
        @click=${select}
        @change=${typed}
      />
    </label>
    <span>${say('viewer.of', { pages })}</span>
    <button
      type="button"
      class="quiet turned"
      title=${say('viewer.next-page')}
      aria-label=${say('viewer.next-page')}
      aria-disabled=${page >= pages - 1}
      @click=${turn(1)}
    >
      ${icon('next')}
    </button>
  </div>`;
}

/** Where a strip is scrolled to, and the visible length; in pixels. */
export interface StripScroll {
  readonly scrolled: number;
  readonly length: number;
  readonly isRightToLeft: boolean;
}

/** Draws a strip of all pages; only those on the screen have elements. Only the current page is in the tab order. */
export function pageStrip(
  { say, pictures }: Catalogue,
  { asset, page, pages, turnTo }: ShownAsset,
  { scrolled, length, isRightToLeft }: StripScroll,
  onScroll: (event: Event) => void,
): TemplateResult {
  const { first, end } = stripWindow(scrolled, length, PAGE_STEP, pages);
  const numbers = Array.from({ length: end - first }, (_, index) => first + index);
  // The current page may have the focus, so it keeps its element off the screen, too.
  const drawn = page >= first && page < end ? numbers : [...numbers, page];
  const keyed = (event: KeyboardEvent) => {
    const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
    const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
    const to = { [forward]: page + 1, [back]: page - 1, Home: 0, End: pages - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    turnTo(to);
  };
  return html`<div
    class="strip"
    role="group"
    aria-label=${say('viewer.strip')}
    @scroll=${onScroll}
    @keydown=${keyed}
  >
    <div class="row" ${along(0, pages * PAGE_STEP)}>
      ${slotted({
        items: drawn,
        keyOf: (number) => number,
        draw: (number) => html`<button
          type="button"
          class="page"
          data-page=${number}
          aria-label=${say('viewer.page-number', { page: number + 1 })}
          aria-current=${number === page ? 'page' : 'false'}
          tabindex=${number === page ? 0 : -1}
          ${along(number * PAGE_STEP, PAGE_STEP)}
          @click=${() => turnTo(number)}
        >
          ${ownPicture(pictures.addressOf(asset, PAGE_PICTURE, number || undefined))}
          <span>${number + 1}</span>
        </button>`,
      })}
    </div>
  </div>`;
}

/** Places an element in a row that follows the direction of the text; in pixels. */
function along(start: number, length: number) {
  return styled({ 'inset-inline-start': `${start}px`, 'inline-size': `${length}px` });
}
