import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { describeFailure } from '../catalogue/failures.ts';
import { snippetLine } from '../grid/snippet.ts';
import { announced } from '../theme/announced.ts';
import { icon } from '../theme/icons.ts';
import { styled } from '../theme/styled.ts';
import type { TextSearch } from './text-search.ts';

/** Draws the field that searches within a document, and the hits as a list. */
export function findBar(catalogue: Catalogue, find: TextSearch): TemplateResult {
  const { say } = catalogue;
  const typed = ({ currentTarget }: Event) => find.search((currentTarget as HTMLInputElement).value, true);
  const keyed = (event: KeyboardEvent) => {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    // Escape would close the viewer, too.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') find.toggle(false);
    else if (event.target instanceof HTMLInputElement) find.step(event.shiftKey ? -1 : 1);
  };
  return html`<div
    class="find"
    role="search"
    aria-label=${say('viewer.find')}
    @keydown=${(event: KeyboardEvent) => (event.target instanceof HTMLInputElement || event.key === 'Escape') && keyed(event)}
  >
    <div class="find-row">
      <input
        type="search"
        autocomplete="off"
        maxlength="200"
        aria-label=${say('viewer.find')}
        placeholder=${say('viewer.find')}
        .value=${find.text}
        @input=${typed}
      />
      <span class="find-count" role="status">${announced(countOf(catalogue, find))}</span>
      ${stepButton(catalogue, find, -1)}${stepButton(catalogue, find, 1)}
      <button
        type="button"
        class="quiet"
        title=${say('viewer.find-end')}
        aria-label=${say('viewer.find-end')}
        @click=${() => find.toggle(false)}
      >
        ${icon('close')}
      </button>
    </div>
    ${find.hits.length > 0 ? hitList(catalogue, find) : nothing}
  </div>`;
}

function countOf({ say }: Catalogue, find: TextSearch): TemplateResult | string | typeof nothing {
  if (find.failure !== undefined) {
    return html`${describeFailure(find.failure, say).title}
      <button type="button" @click=${find.retry}>${say('catalogue.retry')}</button>`;
  }
  if (find.total === undefined) return nothing;
  return find.current === undefined
    ? say('viewer.hits', { count: find.total })
    : say('grid.position', { position: find.current + 1, count: find.total });
}

function stepButton({ say }: Catalogue, find: TextSearch, by: 1 | -1): TemplateResult {
  const label = say(by > 0 ? 'viewer.find-next' : 'viewer.find-previous');
  return html`<button
    type="button"
    class="quiet ${by > 0 ? 'down' : 'up'}"
    title=${label}
    aria-label=${label}
    aria-disabled=${find.hits.length === 0}
    @click=${() => find.step(by)}
  >
    ${icon('next')}
  </button>`;
}

function hitList(catalogue: Catalogue, find: TextSearch): TemplateResult {
  return html`<ol class="hits" aria-label=${catalogue.say('viewer.hits', { count: find.total ?? 0 })}>
    ${find.hits.map(
      (hit, at) => html`<li>
        <button
          type="button"
          class="quiet"
          aria-current=${find.current === at ? 'true' : 'false'}
          @click=${() => find.goTo(at)}
        >
          ${snippetLine(hit, catalogue)}
        </button>
      </li>`,
    )}
  </ol>`;
}

/** Draws the places of the words that were found, over the picture of a page. */
export function findMarks(find: TextSearch): TemplateResult | typeof nothing {
  const { marks } = find;
  if (marks.length === 0) return nothing;
  return html`<div class="marks">
    ${marks.map(
      ({ left, top, width, height, isCurrent }) => html`<div
        class=${isCurrent ? 'mark current' : 'mark'}
        ${styled({ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` })}
      ></div>`,
    )}
  </div>`;
}
