import type { Client, SystemInformation } from '@asset-browsing-service/client';
import { type AssetList, openAssetList } from '../assets/asset-list.ts';
import type { AssetQuery } from '../assets/asset-query.ts';
import { isBusy, retryWhenBusy } from '../catalogue/retry-when-busy.ts';

/** The list that a grid shows, and the one that is to replace it. */
export interface Source {
  /**
   * The list on the screen. It stays until the first page of the next one is there, or cannot be loaded though the service is
   * not busy, so that nothing flickers.
   */
  readonly list: AssetList | undefined;
  /** True while the first page of a list is on its way. */
  readonly isOpening: boolean;
  /** True while the request of a list goes before the pictures of the one on the screen. */
  readonly isUrgent: boolean;
  /** Stands for the request that has been on its way for longest; undefined while there is none. */
  readonly oldestRequest: unknown;
  /** Why assets are missing; undefined if nothing has failed, or a person has tried it again. */
  readonly failure: unknown;
  /** Opens a list, first of all the page with this position. */
  open(options: SourceOptions, position: number): void;
  /** Loads the assets of the list on the screen from `first` up to `end`, which is not included. */
  show(first: number, end: number): void;
  retry(): void;
  close(): void;
}

/** Which assets a list has, and what of them. */
export interface SourceOptions {
  readonly client: Client;
  readonly about: SystemInformation;
  readonly query: AssetQuery;
  readonly fields: readonly number[];
}

/** What a source tells. */
export interface SourceHost {
  /** Called when the first page of a list has arrived. `position` is the one that it was opened at. */
  opened(position: number): void;
  /** Called when more assets of the list on the screen have arrived. */
  arrived(first: number, end: number): void;
  /** Called when something failed or is tried again. */
  changed(): void;
}

/** Milliseconds after which a list is not on its way but late, and the one on the screen gets its pictures. */
const URGENT = 2000;

/** Opens a source without a list. */
export function openSource(host: SourceHost): Source {
  let shown: AssetList | undefined;
  let next: { readonly list: AssetList; readonly position: number } | undefined;
  let failure: unknown;
  let urgent: ReturnType<typeof setTimeout> | undefined;
  const busy = retryWhenBusy(repeat);

  function failed(list: AssetList, error: unknown): void {
    if (list !== shown && list !== next?.list) return;
    failure = error;
    // Assets of another query would be mistaken for those that are missing.
    if (list === next?.list && !isBusy(error)) closeShown();
    busy.failed(error);
    host.changed();
  }

  function arrived(list: AssetList, first: number, end: number): void {
    if (list === next?.list) {
      const { position } = next;
      endUrgency();
      closeShown();
      shown = list;
      next = undefined;
      failure = undefined;
      host.opened(position);
    } else if (list === shown) {
      failure = undefined;
      host.arrived(first, end);
    }
  }

  function retry(): void {
    failure = undefined;
    repeat();
  }

  function repeat(): void {
    busy.stop();
    if (next) {
      next.list.retry();
      next.list.show(next.position, next.position + 1);
    } else shown?.retry();
    host.changed();
  }

  function endUrgency(): void {
    clearTimeout(urgent);
    urgent = undefined;
  }

  function closeShown(): void {
    shown?.close();
    shown = undefined;
  }

  return {
    get list() {
      return shown;
    },
    get isOpening() {
      return next !== undefined;
    },
    get isUrgent() {
      return urgent !== undefined;
    },
    get oldestRequest() {
      return (next?.list ?? shown)?.oldestRequest;
    },
    get failure() {
      return failure;
    },
    open: (options, position) => {
      busy.stop();
      next?.list.close();
      failure = undefined;
      const list: AssetList = openAssetList({
        ...options,
        changed: (first, end) => arrived(list, first, end),
        failed: (error) => failed(list, error),
      });
      next = { list, position };
      endUrgency();
      urgent = setTimeout(() => {
        endUrgency();
        host.changed();
      }, URGENT);
      list.show(position, position + 1);
      host.changed();
    },
    show: (first, end) => shown?.show(first, end),
    retry,
    close: () => {
      busy.stop();
      endUrgency();
      next?.list.close();
      next = undefined;
      closeShown();
    },
  };
}
