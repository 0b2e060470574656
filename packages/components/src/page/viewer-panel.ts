import type { Asset } from '@asset-browsing-service/client';
import { html, type TemplateResult } from 'lit';
import type { AssetQuery } from '../assets/asset-query.ts';
import type { ElementEvents } from '../catalogue/event-details.ts';

/** Width of the window in pixels from which details stand beside a picture; below it they would cover it at once. */
const WIDE = 860;

/** The viewer over the list, with the details of its asset beside it. */
export interface ViewerPanel {
  /** ID of the asset to show; undefined while the viewer is closed. */
  readonly assetId: number | undefined;
  /** The asset, as far as it is known. */
  readonly asset: Asset | undefined;
  /** Number of the version that is shown; 0 for the current one. */
  readonly version: number;
  /** The list that the asset was opened from, and its position there; undefined for an asset from elsewhere. */
  readonly list: { readonly query: AssetQuery; readonly position: number } | undefined;
  /** Buttons for the asset. */
  readonly actions: unknown;
  /** Called when the person goes on to another asset of the list. */
  readonly moved: (asset: Asset, position: number) => void;
  /** Called when the person opens an asset that is not in the list, such as a related one. */
  readonly opened: (asset: Asset) => void;
  readonly versionChosen: (version: number) => void;
  readonly closed: (event: Event) => void;
  readonly nodeChosen: (event: ElementEvents['abs-node']) => void;
  readonly download: (ids: readonly number[], version: number | undefined) => void;
}

/** Draws the viewer, and the dialog of downloads. Both show nothing until they are opened. */
export function viewerPanel(panel: ViewerPanel): TemplateResult {
  const { assetId, asset, version, list, actions } = panel;
  return html`<abs-viewer
      ?aside=${innerWidth >= WIDE}
      .query=${list?.query}
      .position=${list?.position ?? 0}
      .asset=${asset}
      .version=${version}
      .opened=${assetId !== undefined}
      @abs-move=${({ detail }: ElementEvents['abs-move']) => panel.moved(detail.asset, detail.position)}
      @abs-version=${({ detail }: ElementEvents['abs-version']) => panel.versionChosen(detail.version)}
      @abs-close=${panel.closed}
      @abs-node=${panel.nodeChosen}
      @abs-open=${({ detail }: ElementEvents['abs-open']) => panel.opened(detail.asset)}
      @abs-download=${({ detail }: ElementEvents['abs-download']) => panel.download(detail.ids, detail.version)}
    >
      <div slot="actions">${actions}</div>
      <abs-details slot="aside" .assetId=${assetId ?? 0} .version=${version}></abs-details>
    </abs-viewer>
    <abs-download @abs-close=${(event: Event) => event.stopPropagation()}></abs-download>`;
}
