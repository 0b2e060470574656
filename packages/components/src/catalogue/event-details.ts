import type { Asset, Node, Pin } from '@asset-browsing-service/client';
import type { AssetQuery } from '../assets/asset-query.ts';
import type { PickedAsset } from '../picker/picked-asset.ts';
import type { Catalogue } from './catalogue.ts';
import type { Failure } from './failures.ts';

/**
 * What the events of the elements carry, by the name of the event. One word means the same in all of them, and in the
 * properties of the elements: `asset` is an asset, `assetId` and `ids` are IDs, `query` says which assets, `position` counts
 * from 0 in the assets of that query and is undefined for an asset that was not chosen from them.
 */
export interface EventDetails {
  'abs-ready': Catalogue;
  'abs-unauthorized': Failure;
  'abs-error': Failure;
  /** While somebody types a query, `isTyping` is true. */
  'abs-query': { readonly query: AssetQuery; readonly isTyping?: boolean };
  /** Without a node, all assets are meant. */
  'abs-node': { readonly node: Node | undefined };
  'abs-place': { readonly path: readonly Node[] };
  'abs-list': { readonly total: number };
  'abs-open': { readonly asset: Asset; readonly position: number | undefined };
  'abs-select': { readonly ids: readonly number[] };
  'abs-scroll': { readonly position: number };
  'abs-move': { readonly asset: Asset; readonly position: number };
  'abs-close': null;
  'abs-version': { readonly assetId: number; readonly version: number };
  /** Without a version, the current ones are meant. */
  'abs-download': { readonly ids: readonly number[]; readonly version?: number };
  'abs-downloaded': { readonly ids: readonly number[] };
  'abs-pin': Pin;
  /** `assets` lacks those of `ids` that exist no more. */
  'abs-pick': { readonly assets: readonly PickedAsset[]; readonly ids: readonly number[] };
  'abs-basket': { readonly ids: readonly number[] };
  'abs-settings': { readonly locale?: string; readonly theme?: 'light' | 'dark' | ''; readonly signsOut?: boolean };
}

/** The names of all these events. */
export const EVENT_NAMES = Object.keys({
  'abs-ready': 1,
  'abs-unauthorized': 1,
  'abs-error': 1,
  'abs-query': 1,
  'abs-node': 1,
  'abs-place': 1,
  'abs-list': 1,
  'abs-open': 1,
  'abs-select': 1,
  'abs-scroll': 1,
  'abs-move': 1,
  'abs-close': 1,
  'abs-version': 1,
  'abs-download': 1,
  'abs-downloaded': 1,
  'abs-pin': 1,
  'abs-pick': 1,
  'abs-basket': 1,
  'abs-settings': 1,
} satisfies Record<keyof EventDetails, 1>);

/** The events of the elements, by name. */
export type ElementEvents = { readonly [Name in keyof EventDetails]: CustomEvent<EventDetails[Name]> };

declare global {
  // Events bubble, so they are typed wherever a page listens: on elements, the document and the window.
  interface GlobalEventHandlersEventMap extends ElementEvents {}
}
