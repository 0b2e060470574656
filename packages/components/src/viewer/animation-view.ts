import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { laterIcon } from '../theme/later-icons.ts';
import type { ShownAsset } from './shown-asset.ts';

/** The animation that is shown: not beside another version, which has only its first frame. */
function shownAnimation({ animation, comparison, isPlaceholder }: ShownAsset): ShownAsset['animation'] {
  return animation?.canMove && !comparison && !isPlaceholder ? animation : undefined;
}

/** Draws the moving picture over its preview, while it moves. */
export function movingPicture(shown: ShownAsset): unknown {
  return shownAnimation(shown)?.image ?? nothing;
}

/** Draws the button that lets it move, or stand still. It lies over the picture, so that nothing moves when it appears. */
export function motionButton({ say }: Catalogue, shown: ShownAsset): TemplateResult | typeof nothing {
  const animation = shownAnimation(shown);
  if (!animation) return nothing;
  const does = animation.image ? 'pause' : 'play';
  const label = say(`viewer.${does}`);
  return html`<button type="button" class="motion" title=${label} aria-label=${label} @click=${animation.toggle}>
    ${laterIcon(does)}
  </button>`;
}
