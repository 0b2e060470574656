import type { Asset, Node } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { ElementEvents } from '../catalogue/event-details.ts';
import { ASIDE_WIDTH } from '../viewer/aside-width.ts';
import { linkTo } from './address.ts';
import { assetActions } from './asset-actions.ts';
import type { LaterElements } from './later-elements.ts';
import type { Route } from './route.ts';

/** The viewer over the list, with the details of its asset beside it. */
export interface ViewerPanel {
  readonly catalogue: Catalogue;
  readonly route: Route;
  readonly later: LaterElements;
  /** False if the asset that a link names could not be looked up. */
  readonly isKnown: boolean;
  /** True if the asset that a link names no longer exists, and so has no details. */
  readonly isGone: boolean;
  /** Returns whether the asset can be downloaded. */
  readonly isOffered: () => boolean;
  /** Called when the person goes to another asset. Without a position, it is not from the list. */
  readonly open: (asset: Asset, position?: number) => void;
  readonly closed: (event: Event) => void;
  readonly download: (ids: readonly number[], version: number | undefined) => void;
  readonly downloadClosed: () => void;
  /** Selects assets in a list of them. */
  readonly select: (ids: readonly number[]) => void;
}

/** Draws the viewer and the download dialog, both closed at first. */
export function viewerPanel(panel: ViewerPanel): TemplateResult {
  const { route } = panel;
  const { place, position, opened } = route;
  const { version = 0, page = 1 } = place;
  // Whoever gets the link to an asset has not asked for a basket, or for duplicates.
  const link = linkTo({ ...place, basket: undefined, duplicates: false });
  // Of a position without its asset, the viewer would show and report the asset that is there now.
  const query = position === undefined || !opened ? undefined : place.query;
  const stop = (event: Event) => event.stopPropagation();
  const downloadClosed = (event: Event) => {
    stop(event);
    panel.downloadClosed();
  };
  const goTo = (node: Node | undefined) => route.showList(node ? { node: node.id, isDeep: true } : {});
  return html`<abs-viewer
      ?aside=${innerWidth >= ASIDE_WIDTH && !panel.isGone}
      .query=${query}
      .position=${position ?? 0}
      .asset=${opened}
      .isGuessed=${route.isGuessed}
      .version=${live(version)}
      .page=${live(page)}
      .opened=${place.asset !== undefined && panel.isKnown}
      @abs-move=${({ detail }: ElementEvents['abs-move']) => panel.open(detail.asset, detail.position)}
      @abs-version=${({ detail }: ElementEvents['abs-version']) => route.showVersion(detail.version)}
      @abs-page=${({ detail }: ElementEvents['abs-page']) => route.showPage(detail.page)}
      @abs-close=${panel.closed}
      @abs-node=${({ detail }: ElementEvents['abs-node']) => goTo(detail.node)}
      @abs-open=${({ detail }: ElementEvents['abs-open']) => panel.open(detail.asset)}
      @abs-download=${({ detail }: ElementEvents['abs-download']) => panel.download(detail.ids, detail.version)}
    >
      ${place.asset === undefined || panel.isGone ? nothing : actions(panel, place.asset, link)}
      <abs-download-tray slot="actions"></abs-download-tray>
      <abs-details slot="aside" .assetId=${place.asset ?? 0} .version=${live(version)} .link=${link}></abs-details>
    </abs-viewer>
    <abs-download @abs-close=${downloadClosed}></abs-download>
    <abs-share @abs-close=${stop}></abs-share>
    <abs-print @abs-close=${stop}></abs-print>
    <abs-duplicates
      @abs-open=${(event: ElementEvents['abs-open']) => {
        event.stopPropagation();
        panel.open(event.detail.asset);
      }}
      @abs-select=${({ detail }: ElementEvents['abs-select']) => panel.select(detail.ids)}
      @abs-close=${(event: Event) => {
        stop(event);
        route.closeDuplicates();
      }}
    ></abs-duplicates>`;
}

/** Draws the buttons for the asset. */
function actions({ catalogue, later, isOffered }: ViewerPanel, id: number, link: string): TemplateResult {
  const { say, about } = catalogue;
  return assetActions(say, later, { id, link, isOffered: isOffered(), makesLinks: about.pins });
}
