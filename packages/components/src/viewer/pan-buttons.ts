import { css, html, type TemplateResult } from 'lit';
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
 * Draws buttons that show other parts of an enlarged picture, for people who cannot drag. They overlay the picture, so that the zoom
 * buttons stay under the pointer.
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

/** The look of the buttons. Hints make room for them. */
export const panStyles = css`
  .pans {
    position: absolute;
    inset-block-end: 0.75rem;
    inset-inline-end: 0.75rem;
    display: flex;
    gap: 0.25rem;
    padding: 0.125rem;
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: 0 1px 8px #0004;
    cursor: default;
  }
  .pans button {
    padding: 0.25rem;
  }
  .pans ~ .hint {
    inset-block-end: 4rem;
  }
`;
