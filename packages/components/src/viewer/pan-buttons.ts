import { html, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { laterIcon } from '../theme/later-icons.ts';
import type { ModelTurn } from './model-view.ts';

const DIRECTIONS: Readonly<Record<ModelTurn, readonly [number, number]>> = {
  left: [-1, 0],
  up: [0, -1],
  down: [0, 1],
  right: [1, 0],
};

/**
 * Draws buttons that show other parts of an enlarged picture, for people who cannot drag. They overlay the picture, so that the
 * zoom buttons stay under the pointer.
 */
export function panButtons({ say }: Catalogue, pan: (x: number, y: number) => void): TemplateResult {
  const one = (to: ModelTurn) => {
    const label = say(`viewer.pan-${to}`);
    const [x, y] = DIRECTIONS[to];
    return html`<button type="button" class="quiet" title=${label} aria-label=${label} @click=${() => pan(x, y)}>
      ${laterIcon(`turn-${to}`)}
    </button>`;
  };
  return html`<div class="pans" role="group" dir="ltr" aria-label=${say('viewer.pan')}>
    ${one('left')}${one('up')}${one('down')}${one('right')}
  </div>`;
}
