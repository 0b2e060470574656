import { type PagePlace, readPlace, writePlace } from './address.ts';
import { openHistoryWriter } from './history-writer.ts';

/** The state of an entry of the history, besides its address. */
interface KeptState {
  /** Position in the list of the asset that is open. */
  readonly position?: number;
  /** True if the previous entry is the same list without the asset. */
  readonly isListBefore?: boolean;
}

/** The place of the page, in the address and the history of the window. */
export interface Places {
  /** Shows the place of the address, and follows when the person goes back or forward. */
  start(): void;
  stop(): void;
  /** Writes a place into the address, as a new entry of the history or in place of the current one. */
  go(place: PagePlace, options: { readonly replaces: boolean; readonly position: number | undefined }): void;
  /** Goes back to the list behind an open asset; false if the previous entry is not that list. */
  back(): boolean;
}

/** Opens the places. `show` is called with the place to show, and the position in its list of the asset that is open. */
export function openPlaces(show: (place: PagePlace, position: number | undefined) => void): Places {
  let present: PagePlace | undefined;
  const entries = openHistoryWriter();

  function arrived(): void {
    entries.arrived();
    const { position }: KeptState = entries.state;
    present = readPlace(new URL(entries.address ?? location.href, location.href).hash);
    show(present, position);
  }

  return {
    start: () => {
      addEventListener('popstate', arrived);
      addEventListener('pagehide', entries.leave);
      addEventListener('pageshow', entries.resume);
      arrived();
    },
    stop: () => {
      entries.flush();
      removeEventListener('popstate', arrived);
      removeEventListener('pagehide', entries.leave);
      removeEventListener('pageshow', entries.resume);
    },
    go: (place, { replaces, position }) => {
      const before: KeptState = entries.state;
      const opens = place.asset !== undefined && present?.asset === undefined;
      const stays = before.isListBefore === true && place.asset !== undefined;
      const state = { ...(position !== undefined && { position }) };
      const afterList = { ...state, isListBefore: true };
      const address = `${location.pathname}${location.search}#${writePlace(place)}`;
      if (replaces) entries.replace(stays ? afterList : state, address);
      // If the browser refuses a new entry, the current one gets the place.
      else if (!entries.push(opens ? afterList : state, address)) entries.replace(state, address);
      present = place;
    },
    back: () => {
      const { isListBefore }: KeptState = entries.state;
      entries.flush();
      if (isListBefore) history.back();
      return isListBefore === true;
    },
  };
}
