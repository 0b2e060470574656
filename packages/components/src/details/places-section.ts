import type { Node } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { refusalText } from '../catalogue/refusals.ts';
import type { NodePaths } from './asset-places.ts';
import { pathLinks } from './path-links.ts';

/** The content and callbacks of the section. */
export interface PlacesView {
  readonly catalogue: Catalogue;
  readonly places: NodePaths;
  /** Goes to a node of a path. */
  readonly go: (node: Node) => void;
  /** Loads more paths. */
  readonly more: () => void;
}

/** Draws the paths to the nodes that contain an asset, and how many more there are; nothing if it is in no node. */
export function placesSection({ catalogue, places, go, more }: PlacesView): TemplateResult | undefined {
  const { paths, awaited, left, failure } = places;
  const { say } = catalogue;
  if (paths.length + awaited + left === 0) return undefined;
  // Lines in place of paths on their way, so that what is below does not move when they arrive.
  const ghosts = Array.from({ length: awaited }, () => html`<li class="ghost" aria-hidden="true"></li>`);
  return html`<ul class="plain places" aria-busy=${awaited > 0}>
      ${paths.map((path) => {
        const names = path.map(({ name }) => name);
        const follow = (_names: readonly string[], index: number) => {
          const node = path[index];
          if (node) go(node);
        };
        return html`<li tabindex="-1">${pathLinks(say, names, follow)}</li>`;
      })}
      ${ghosts}
    </ul>
    ${failure ? html`<p class="error" role="alert">${refusalText(failure, catalogue)}</p>` : nothing}
    ${
      left > 0
        ? html`<button type="button" class="more" aria-disabled=${awaited > 0} @click=${more}>
            ${failure ? say('catalogue.retry') : say('details.places.more', { count: left })}
          </button>`
        : nothing
    }`;
}
