import type { Asset, Node } from '@asset-browsing-service/client';
import { html, type TemplateResult } from 'lit';
import type { ElementEvents } from '../catalogue/event-details.ts';
import type { Route } from './route.ts';

/** Width of the window in pixels from which details stand beside a picture; below it they would cover it at once. */
const WIDE = 860;

/** The viewer over the list, with the details of its asset beside it. */
export interface ViewerPanel {
  readonly route: Route;
  /** False as long as the asset that a link names, and of which nothing is known, cannot be looked up. */
  readonly isKnown: boolean;
  /** True if the asset that a link names is gone, so that there are no details. */
  readonly isGone: boolean;
  /** Buttons for the asset. */
  readonly actions: unknown;
  /** Called when the person goes to another asset: of the list, or without a position one from elsewhere. */
  readonly open: (asset: Asset, position?: number) => void;
  readonly closed: (event: Event) => void;
  readonly download: (ids: readonly number[], version: number | undefined) => void;
}

/** Draws the viewer, and the dialog of downloads. Both show nothing until they are opened. */
export function viewerPanel(panel: ViewerPanel): TemplateResult {
  const { route, actions } = panel;
  const { place, position, opened, version } = route;
  const goTo = (node: Node | undefined) => route.showList(node ? { node: node.id, isDeep: true } : {});
  return html`<abs-viewer
      ?aside=${innerWidth >= WIDE && !panel.isGone}
      .query=${position === undefined ? undefined : place.query}
      .position=${position ?? 0}
      .asset=${opened}
      .version=${version}
      .opened=${place.asset !== undefined && panel.isKnown}
      @abs-move=${({ detail }: ElementEvents['abs-move']) => panel.open(detail.asset, detail.position)}
      @abs-version=${({ detail }: ElementEvents['abs-version']) => route.showVersion(detail.version)}
      @abs-close=${panel.closed}
      @abs-node=${({ detail }: ElementEvents['abs-node']) => goTo(detail.node)}
      @abs-open=${({ detail }: ElementEvents['abs-open']) => panel.open(detail.asset)}
      @abs-download=${({ detail }: ElementEvents['abs-download']) => panel.download(detail.ids, detail.version)}
    >
      <div slot="actions">${actions}</div>
      <abs-details slot="aside" .assetId=${place.asset ?? 0} .version=${version}></abs-details>
    </abs-viewer>
    <abs-download @abs-close=${(event: Event) => event.stopPropagation()}></abs-download>`;
}
