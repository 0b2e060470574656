import type { Client, SystemInformation } from '@asset-browsing-service/client';
import { type AssetList, openAssetList } from '../assets/asset-list.ts';
import type { AssetQuery } from '../assets/asset-query.ts';
import { isBusy, retryWhenBusy } from '../catalogue/retry-when-busy.ts';

/** The list that a grid shows, and the next one, which will replace it. */
export interface Source {
  /**
   * The list on the screen. So that nothing flickers, it stays until the first page of the next list has arrived, or has failed
   * for another reason than that the service is busy.
   */
  readonly list: AssetList | undefined;
  /** True while the first page of the next list is awaited. */
  readonly isOpening: boolean;
  /** True while the pictures of the list on the screen must wait, so that they do not delay the next list. */
  readonly isUrgent: boolean;
  /** Identifies the oldest pending request; undefined if there is none. */
  readonly oldestRequest: unknown;
  /** Why assets are missing; undefined if none are, and once somebody tries again. */
  readonly failure: unknown;
  /** Opens a list. The page with this position is loaded first. */
  open(options: SourceOptions, position: number): void;
  /** Loads the assets of the list on the screen from `first` up to `end`, which is excluded. */
  show(first: number, end: number): void;
  retry(): void;
  close(): void;
}

/** Which assets a list has, and which of their information fields are loaded. */
export interface SourceOptions {
  readonly client: Client;
  readonly about: SystemInformation;
  readonly query: AssetQuery;
  readonly fields: readonly number[];
}

/** What a source reports. */
export interface SourceHost {
  /** Called when the first page of a list has arrived. `position` is the one that it was opened at. */
  opened(position: number): void;
  /** Called when more assets of the list on the screen have arrived. */
  arrived(first: number, end: number): void;
  /** Called when something else has changed. */
  changed(): void;
}

/** Milliseconds after which the pictures of the list on the screen no longer wait for the next list. */
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
    // The assets of the old list would be mistaken for those of the new query.
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
      if (!list.hasFailed) failure = undefined;
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
