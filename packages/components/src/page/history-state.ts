import { type PagePlace, readPlace, writePlace } from './address.ts';
import { HistoryWriter } from './history-writer.ts';

/** The state of an entry of the history, besides its address. */
interface KeptState {
  /** Position in the list of the asset that is open. */
  readonly position?: number;
  /** True if the previous entry is the same list without the asset or the dialog. */
  readonly isListBefore?: boolean;
}

/** The place of the page, in the address and the history of the window. */
export class Places {
  readonly #show: (place: PagePlace, position: number | undefined) => void;
  readonly #entries = new HistoryWriter();
  #present: PagePlace | undefined;
  #stopped = new AbortController();

  /** `show` is called with the place to show, and the position in its list of the asset that is open. */
  constructor(show: (place: PagePlace, position: number | undefined) => void) {
    this.#show = show;
  }

  /** Shows the place of the address, and follows when the person goes back or forward. */
  start(): void {
    this.#stopped = new AbortController();
    const { signal } = this.#stopped;
    addEventListener('popstate', () => this.#arrived(), { signal });
    addEventListener('pagehide', () => this.#entries.leave(), { signal });
    addEventListener('pageshow', () => this.#entries.resume(), { signal });
    this.#arrived();
  }

  stop(): void {
    this.#entries.flush();
    this.#stopped.abort();
  }

  /** Writes a place into the address, as a new entry of the history or in place of the current one. */
  go(
    place: PagePlace,
    { replaces, position }: { readonly replaces: boolean; readonly position: number | undefined },
  ): void {
    const entries = this.#entries;
    const before: KeptState = entries.state;
    const opensAsset = place.asset !== undefined && this.#present?.asset === undefined;
    const opens = opensAsset || (place.duplicates && !this.#present?.duplicates);
    const stays = before.isListBefore === true && (place.asset !== undefined || place.duplicates);
    const state = { ...(position !== undefined && { position }) };
    const afterList = { ...state, isListBefore: true };
    const address = `${location.pathname}${location.search}#${writePlace(place)}`;
    if (replaces) entries.replace(stays ? afterList : state, address);
    // If the browser refuses a new entry, the current one gets the place.
    else if (!entries.push(opens ? afterList : state, address)) entries.replace(state, address);
    this.#present = place;
  }

  /** Goes back to the list behind an open asset or dialog; false if the previous entry is not that list. */
  back(): boolean {
    const { isListBefore }: KeptState = this.#entries.state;
    this.#entries.flush();
    if (isListBefore) history.back();
    return isListBefore === true;
  }

  #arrived(): void {
    this.#entries.arrived();
    const { position }: KeptState = this.#entries.state;
    this.#present = readPlace(new URL(this.#entries.address ?? location.href, location.href).hash);
    this.#show(this.#present, position);
  }
}
