import { html, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { formatBytes } from '../texts/bytes.ts';
import type { Say } from '../texts/texts.ts';
import { laterIcon } from '../theme/later-icons.ts';
import type { Recording } from './recording.ts';

/**
 * Draws what stands in place of a player while a recording is not fetched: its picture, and over it the button that plays it, or
 * how much of it has arrived. The room of the button is kept free before the recording is offered, so that nothing moves.
 */
export function recordingOffer(
  { say, locale }: Catalogue,
  { state, play }: Recording,
  picture: unknown,
): TemplateResult {
  const isArriving = state.is === 'arriving';
  const size = state.is === 'offered' ? formatBytes(state.bytes, locale) : '';
  return html`<div class="offer">
    ${picture}
    <div class="action">
      <div role="status" class="unseen">${isArriving ? say('grid.loading') : ''}</div>
      ${
        isArriving
          ? progress(say, state.percent)
          : html`<button type="button" class="primary" ?hidden=${state.is !== 'offered'} @click=${play}>
            ${laterIcon('play')} ${say('viewer.play')} <span dir="ltr">${size}</span>
          </button>`
      }
    </div>
  </div>`;
}

/** Draws the loaded percentage. It is outside the live region, so that screen readers do not announce each percent. */
function progress(say: Say, percent: number): TemplateResult {
  return html`<div class="progress">
    <progress max="100" aria-label=${say('grid.loading')} .value=${percent}></progress>
    <span aria-hidden="true">${say('viewer.arriving', { percent })}</span>
  </div>`;
}
