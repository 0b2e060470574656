import type { Asset, Node, Pin } from '@asset-browsing-service/client';
import type { AssetQuery } from '../assets/asset-query.ts';
import type { PickedAsset } from '../picker/picked-asset.ts';
import type { Catalogue } from './catalogue.ts';
import type { Failure } from './failures.ts';

/**
 * The `detail` of each event of the elements, by the name of the event. The names of its properties mean the same in all events
 * and elements: `asset` is an asset, `assetId` and `ids` are IDs, `query` selects assets, and `position` is the index of an asset
 * in the results of that query, from 0; undefined for an asset that was not opened from them.
 */
export interface EventDetails {
  'abs-ready': Catalogue;
  'abs-unauthorized': Failure;
  'abs-error': Failure;
  /** `isTyping` is true while the person is still typing. */
  'abs-query': { readonly query: AssetQuery; readonly isTyping?: boolean };
  /** Without a node, for all assets. */
  'abs-node': { readonly node: Node | undefined };
  'abs-place': { readonly path: readonly Node[] };
  'abs-list': { readonly total: number };
  'abs-open': { readonly asset: Asset; readonly position: number | undefined };
  'abs-select': { readonly ids: readonly number[] };
  'abs-scroll': { readonly position: number };
  'abs-move': { readonly asset: Asset; readonly position: number };
  'abs-close': null;
  'abs-page': { readonly assetId: number; readonly page: number };
  'abs-version': { readonly assetId: number; readonly version: number };
  /** Without a version, the current one of each asset. */
  'abs-download': { readonly ids: readonly number[]; readonly version?: number };
  /** `isRunning` is false once the download has ended, in whatever way. */
  'abs-downloading': { readonly isRunning: boolean };
  'abs-downloaded': { readonly ids: readonly number[] };
  'abs-pin': Pin;
  /** `assets` lacks those of `ids` that no longer exist. */
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
  'abs-page': 1,
  'abs-version': 1,
  'abs-download': 1,
  'abs-downloading': 1,
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
