import type { Client, SystemInformation } from '@asset-browsing-service/client';
import { AssetList } from '../assets/asset-list.ts';
import type { AssetQuery } from '../assets/asset-query.ts';
import { isBusy, retryWhenBusy } from '../catalogue/retry-when-busy.ts';

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

/** The list that a grid shows, and the next one, which will replace it. */
export class Source {
  /**
   * The list on the screen. So that nothing flickers, it stays until the first page of the next list has arrived, or has failed
   * for another reason than that the service is busy.
   */
  list: AssetList | undefined;
  /** Why assets are missing; undefined if none are, and once somebody tries again. */
  failure: unknown;
  #next: { readonly list: AssetList; readonly position: number } | undefined;
  #urgent: ReturnType<typeof setTimeout> | undefined;
  readonly #host: SourceHost;
  readonly #busy = retryWhenBusy(() => this.#repeat());

  constructor(host: SourceHost) {
    this.#host = host;
  }

  /** True while the first page of the next list is awaited. */
  get isOpening(): boolean {
    return this.#next !== undefined;
  }

  /** True while the pictures of the list on the screen must wait, so that they do not delay the next list. */
  get isUrgent(): boolean {
    return this.#urgent !== undefined;
  }

  /** Identifies the oldest pending request; undefined if there is none. */
  get oldestRequest(): unknown {
    return (this.#next?.list ?? this.list)?.oldestRequest;
  }

  /** Opens a list. The page with this position is loaded first. */
  open(options: SourceOptions, position: number): void {
    this.#busy.stop();
    this.#next?.list.close();
    this.failure = undefined;
    const list: AssetList = new AssetList({
      ...options,
      changed: (first, end) => this.#arrived(list, first, end),
      failed: (error) => this.#failed(list, error),
    });
    this.#next = { list, position };
    this.#endUrgency();
    this.#urgent = setTimeout(() => {
      this.#endUrgency();
      this.#host.changed();
    }, URGENT);
    list.show(position, position + 1);
    this.#host.changed();
  }

  /** Loads the assets of the list on the screen from `first` up to `end`, which is excluded. */
  show(first: number, end: number): void {
    this.list?.show(first, end);
  }

  readonly retry = (): void => {
    this.failure = undefined;
    this.#repeat();
  };

  close(): void {
    this.#busy.stop();
    this.#endUrgency();
    this.#next?.list.close();
    this.#next = undefined;
    this.#closeList();
  }

  #arrived(list: AssetList, first: number, end: number): void {
    if (list === this.#next?.list) {
      const { position } = this.#next;
      this.#endUrgency();
      this.#closeList();
      this.list = list;
      this.#next = undefined;
      this.failure = undefined;
      this.#host.opened(position);
    } else if (list === this.list) {
      if (!list.hasFailed) this.failure = undefined;
      this.#host.arrived(first, end);
    }
  }

  #failed(list: AssetList, error: unknown): void {
    const isNext = list === this.#next?.list;
    if (list !== this.list && !isNext) return;
    this.failure = error;
    // The assets of the old list would be mistaken for those of the new query.
    if (isNext && !isBusy(error)) this.#closeList();
    this.#busy.failed(error);
    this.#host.changed();
  }

  #repeat(): void {
    this.#busy.stop();
    if (this.#next) {
      const { list, position } = this.#next;
      list.retry();
      list.show(position, position + 1);
    } else this.list?.retry();
    this.#host.changed();
  }

  #endUrgency(): void {
    clearTimeout(this.#urgent);
    this.#urgent = undefined;
  }

  #closeList(): void {
    this.list?.close();
    this.list = undefined;
  }
}
